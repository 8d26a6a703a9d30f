//! Descriptions from the SDP of browsers, and back.

use four_shapes_online::{
    Address, CandidateKind, Description, MAX_SDP_BYTES, SdpError, SetupRole, Transport,
};

/// An offer as Chromium writes it.
pub(crate) const CHROMIUM: &str = "v=0\r
o=- 4611731400430051336 2 IN IP4 127.0.0.1\r
s=-\r
t=0 0\r
a=group:BUNDLE 0\r
a=extmap-allow-mixed\r
a=msid-semantic: WMS\r
m=application 54609 UDP/DTLS/SCTP webrtc-datachannel\r
c=IN IP4 203.0.113.7\r
a=candidate:2988640513 1 udp 2113937151 8d2fe1a4-4c0d-4c9c-9a9f-0f1f6f9d3b21.local 54609 typ host generation 0 network-cost 999\r
a=candidate:842163049 1 udp 1677729535 203.0.113.7 54609 typ srflx raddr 0.0.0.0 rport 0 generation 0 network-cost 999\r
a=candidate:2988640514 1 udp 2113939711 2001:db8::5 54610 typ host generation 0 network-cost 999\r
a=candidate:1390226769 1 tcp 1518280447 192.0.2.5 9 typ host tcptype active generation 0\r
a=candidate:99 1 udp 33562367 198.51.100.9 3478 typ relay raddr 203.0.113.7 rport 54609 generation 0\r
a=ice-ufrag:t+Az\r
a=ice-pwd:mBQ2xXk/7GTvZC1bOFzpOTMo\r
a=ice-options:trickle\r
a=fingerprint:sha-256 0A:1B:2C:3D:4E:5F:60:71:82:93:A4:B5:C6:D7:E8:F9:0A:1B:2C:3D:4E:5F:60:71:82:93:A4:B5:C6:D7:E8:F9\r
a=setup:actpass\r
a=mid:0\r
a=sctp-port:5000\r
a=max-message-size:262144\r
";

/// An answer as Firefox writes it.
pub(crate) const FIREFOX: &str = "v=0\r
o=mozilla...THIS_IS_SDPARTA-99.0 6312486914318853013 0 IN IP4 0.0.0.0\r
s=-\r
t=0 0\r
a=sendrecv\r
a=fingerprint:sha-256 FF:1B:2C:3D:4E:5F:60:71:82:93:A4:B5:C6:D7:E8:F9:0A:1B:2C:3D:4E:5F:60:71:82:93:A4:B5:C6:D7:E8:00\r
a=group:BUNDLE 0\r
a=ice-options:trickle\r
a=msid-semantic:WMS *\r
m=application 9 UDP/DTLS/SCTP webrtc-datachannel\r
c=IN IP4 0.0.0.0\r
a=candidate:0 1 UDP 2122252543 192.168.1.20 38123 typ host\r
a=candidate:1 1 UDP 2122187007 00c0ffee-1234-4abc-8def-0123456789ab.local 41234 typ host\r
a=candidate:2 1 TCP 2105524479 192.168.1.20 9 typ host tcptype active\r
a=candidate:3 1 TCP 2105458943 192.168.1.20 4000 typ host tcptype passive\r
a=candidate:4 1 UDP 1685987327 203.0.113.99 38123 typ srflx raddr 192.168.1.20 rport 38123\r
a=sendrecv\r
a=end-of-candidates\r
a=ice-pwd:0a1b2c3d4e5f60718293a4b5c6d7e8f9\r
a=ice-ufrag:9f8e7d6c\r
a=mid:0\r
a=setup:active\r
a=sctp-port:5000\r
a=max-message-size:1073741823\r
";

/// Returns what a browser has written.
pub(crate) fn description(sdp: &str) -> Description {
    Description::from_sdp(sdp).unwrap()
}

#[test]
fn what_browsers_write_is_read() {
    let offer = description(CHROMIUM);
    assert_eq!(offer.role(), SetupRole::ActPass);
    let candidates = offer.candidates();
    let kinds: Vec<CandidateKind> = candidates.iter().map(|other| other.kind).collect();
    assert_eq!(
        kinds,
        [
            CandidateKind::Host,
            CandidateKind::ServerReflexive,
            CandidateKind::Host,
            CandidateKind::Relay
        ]
    );
    assert!(matches!(candidates[0].address, Address::Mdns(_)));
    assert_eq!(candidates[1].address, Address::V4([203, 0, 113, 7].into()));
    assert_eq!(
        candidates[2].address,
        Address::V6("2001:db8::5".parse().unwrap())
    );
    assert_eq!(candidates[2].port, 54610);
    let answer = description(FIREFOX);
    assert_eq!(answer.role(), SetupRole::Active);
    assert_eq!(answer.candidates().len(), 4);
    assert_eq!(answer.candidates()[2].transport, Transport::TcpPassive);
}

#[test]
fn what_is_written_is_read_the_same() {
    for sdp in [CHROMIUM, FIREFOX] {
        let description = description(sdp);
        let written = description.to_sdp();
        assert_eq!(Description::from_sdp(&written), Ok(description));
        assert!(
            written
                .split("\r\n")
                .all(|line| line.is_empty() || line.contains('='))
        );
        assert!(!written.replace("\r\n", "").contains(['\r', '\n']));
    }
    let written = description(CHROMIUM).to_sdp();
    for line in [
        "m=application 9 UDP/DTLS/SCTP webrtc-datachannel",
        "a=ice-ufrag:t+Az",
        "a=ice-pwd:mBQ2xXk/7GTvZC1bOFzpOTMo",
        "a=fingerprint:sha-256 0A:1B:2C:3D:4E:5F:60:71:82:93:A4:B5:C6:D7:E8:F9:0A:1B:2C:3D:4E:5F:60:71:82:93:A4:B5:C6:D7:E8:F9",
        "a=setup:actpass",
        "a=candidate:0 1 udp 2130706431 8d2fe1a4-4c0d-4c9c-9a9f-0f1f6f9d3b21.local 54609 typ host",
        "a=candidate:1 1 udp 1694498559 203.0.113.7 54609 typ srflx raddr 0.0.0.0 rport 0",
        "a=candidate:2 1 udp 2130705919 2001:db8::5 54610 typ host",
        "a=candidate:3 1 udp 16776447 198.51.100.9 3478 typ relay raddr 0.0.0.0 rport 0",
    ] {
        assert!(
            written.split("\r\n").any(|other| other == line),
            "{line}\n{written}"
        );
    }
    let written = description(FIREFOX).to_sdp();
    let line = "a=candidate:2 1 tcp 2122317311 192.168.1.20 4000 typ host tcptype passive";
    assert!(written.contains(line), "{written}");
}

#[test]
fn other_sessions_are_errors() {
    let refused = |from: &str, to: &str| {
        assert!(CHROMIUM.contains(from), "{from}");
        Description::from_sdp(&CHROMIUM.replace(from, to)).unwrap_err()
    };
    assert_eq!(refused("m=application", "m=audio"), SdpError::Media);
    assert_eq!(
        refused("m=application", "m=video 9 X 1\r\nm=application"),
        SdpError::Media
    );
    assert_eq!(refused("a=mid:0", "a=mid:data"), SdpError::Invalid("mid"));
    assert_eq!(
        refused("a=setup:actpass\r\n", ""),
        SdpError::Missing("setup")
    );
    assert_eq!(refused("actpass", "holdconn"), SdpError::Invalid("setup"));
    assert_eq!(
        refused("sha-256", "sha-1"),
        SdpError::Invalid("fingerprint")
    );
    assert_eq!(refused("0A:1B", "0A1B"), SdpError::Invalid("fingerprint"));
    assert_eq!(refused("0A:1B", "+A:1B"), SdpError::Invalid("fingerprint"));
    assert_eq!(
        refused("0A:1B", "00:0A:1B"),
        SdpError::Invalid("fingerprint")
    );
    assert_eq!(refused("t+Az", "t+A"), SdpError::Invalid("ice-ufrag"));
    assert_eq!(refused("t+Az", "t Az"), SdpError::Invalid("ice-ufrag"));
    assert_eq!(refused("mBQ2x", ""), SdpError::Invalid("ice-pwd"));
    assert_eq!(
        refused("sctp-port:5000", "sctp-port:1"),
        SdpError::Invalid("sctp-port")
    );
    let twice = "a=ice-ufrag:t+Az\r\na=ice-ufrag:other";
    assert_eq!(
        refused("a=ice-ufrag:t+Az", twice),
        SdpError::Invalid("ice-ufrag")
    );
    let long = "x".repeat(MAX_SDP_BYTES + 1);
    assert_eq!(
        Description::from_sdp(&long),
        Err(SdpError::TooLong(long.len()))
    );
}

#[test]
fn useless_candidates_are_omitted() {
    let count = |candidates: &str| {
        let sdp = format!("{CHROMIUM}{candidates}");
        description(&sdp).candidates().len() - 4
    };
    for useless in [
        "a=candidate:1 2 udp 1 192.0.2.1 5 typ host\r\n",
        "a=candidate:1 1 udp 1 192.0.2.1 0 typ host\r\n",
        "a=candidate:1 1 udp 1 192.0.2.1 65536 typ host\r\n",
        "a=candidate:1 1 udp 1 192.0.2.1 5 typ prflx\r\n",
        "a=candidate:1 1 sctp 1 192.0.2.1 5 typ host\r\n",
        "a=candidate:1 1 tcp 1 192.0.2.1 5 typ host\r\n",
        "a=candidate:1 1 udp 1 example.org 5 typ host\r\n",
        "a=candidate:1 1 udp 1 printer.local 5 typ host\r\n",
        "a=candidate:1 1 udp 1 8d2fe1a44c0d-4c9c-9a9f-0f1f6f9d3b21---.local 5 typ host\r\n",
        "a=candidate:1 1 udp 1 +d2fe1a4-4c0d-4c9c-9a9f-0f1f6f9d3b21.local 5 typ host\r\n",
        "a=candidate:\r\n",
        // Known already.
        "a=candidate:7 1 udp 1 203.0.113.7 54609 typ srflx\r\n",
    ] {
        assert_eq!(count(useless), 0, "{useless}");
    }
    assert_eq!(count("a=candidate:1 1 udp 1 192.0.2.1 5 typ host\r\n"), 1);
    let line = |port: usize| format!("a=candidate:1 1 udp 1 192.0.2.1 {port} typ host\r\n");
    assert_eq!(count(&(1..99).map(line).collect::<String>()), 8);
}
