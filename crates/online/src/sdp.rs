//! Descriptions as SDP, the format of `RTCSessionDescription`.

use crate::{
    Address, Candidate, CandidateKind, Description, SetupRole, Transport,
    description::{MAX_CANDIDATES, is_password, is_ufrag},
};
use std::{error::Error, fmt, fmt::Write};

/// The maximum length of an SDP text, in bytes. Browsers write some thousand.
pub const MAX_SDP_BYTES: usize = 1 << 14;

/// The id of the data channel's media section, which both sides have to share. Browsers number
/// sections from 0.
const MID: &str = "0";

/// The port of SCTP that all browsers use.
const SCTP_PORT: &str = "5000";

/// The minimum size of messages that all browsers support, and the default of the standard.
const MAX_MESSAGE_SIZE: &str = "65536";

/// The length of a UUID in hexadecimal digits, and the lengths of its groups.
const UUID_DIGITS: usize = 32;
const UUID_GROUPS: [usize; 5] = [8, 4, 4, 4, 12];

impl Description {
    /// Formats the description as SDP, with which a browser connects.
    pub fn to_sdp(&self) -> String {
        let mut sdp = String::from(
            "v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\n\
             a=group:BUNDLE 0\r\n\
             m=application 9 UDP/DTLS/SCTP webrtc-datachannel\r\n\
             c=IN IP4 0.0.0.0\r\n",
        );
        let mut line = |name: &str, value: &str| {
            for part in ["a=", name, ":", value, "\r\n"] {
                sdp.push_str(part);
            }
        };
        line("mid", MID);
        line("ice-ufrag", &self.ufrag);
        line("ice-pwd", &self.password);
        let fingerprint = self.fingerprint.map(|byte| format!("{byte:02X}"));
        line("fingerprint", &format!("sha-256 {}", fingerprint.join(":")));
        line(
            "setup",
            match self.role {
                SetupRole::ActPass => "actpass",
                SetupRole::Active => "active",
                SetupRole::Passive => "passive",
            },
        );
        line("sctp-port", SCTP_PORT);
        line("max-message-size", MAX_MESSAGE_SIZE);
        for (index, candidate) in self.candidates.iter().enumerate() {
            line("candidate", &format_candidate(index, candidate));
        }
        sdp + "a=end-of-candidates\r\n"
    }

    /// Reads what a browser has written. Candidates that can't be used are omitted: TCP ones that
    /// only open connections, unknown kinds, and repeated or too many ones.
    ///
    /// # Errors
    /// Returns an error if it isn't a session with only a data channel, or if something that a
    /// connection needs is missing or invalid.
    pub fn from_sdp(sdp: &str) -> Result<Self, SdpError> {
        if sdp.len() > MAX_SDP_BYTES {
            return Err(SdpError::TooLong(sdp.len()));
        }
        let lines = || sdp.lines().map(str::trim_end);
        let mut media = lines().filter_map(|line| line.strip_prefix("m="));
        let is_data_channel = |media: &str| {
            let mut words = media.split(' ');
            words.next() == Some("application")
                && words
                    .nth(1)
                    .is_some_and(|protocol| protocol.ends_with("/DTLS/SCTP"))
                && words.next() == Some("webrtc-datachannel")
        };
        let is_alone = media.next().is_some_and(is_data_channel) && media.next().is_none();
        if !is_alone {
            return Err(SdpError::Media);
        }
        let attribute = |name: &'static str| {
            let mut values = lines().filter_map(|line| attribute(line, name));
            let value = values.next().ok_or(SdpError::Missing(name))?;
            // Browsers may repeat the ones of the section for the session.
            let is_unique = values.all(|other| other == value);
            is_unique.then_some(value).ok_or(SdpError::Invalid(name))
        };
        let checked = |name, check: fn(&str) -> bool| {
            let value = attribute(name)?;
            let is_valid = check(value);
            is_valid.then_some(value).ok_or(SdpError::Invalid(name))
        };
        checked("mid", |mid| mid == MID)?;
        checked("sctp-port", |port| port == SCTP_PORT)?;
        let ufrag = checked("ice-ufrag", is_ufrag)?.to_owned();
        let password = checked("ice-pwd", is_password)?.to_owned();
        let fingerprint = parse_fingerprint(attribute("fingerprint")?);
        let role = match attribute("setup")? {
            "actpass" => SetupRole::ActPass,
            "active" => SetupRole::Active,
            "passive" => SetupRole::Passive,
            _ => return Err(SdpError::Invalid("setup")),
        };
        let mut candidates = Vec::new();
        for line in lines() {
            let candidate = crate::sdp::attribute(line, "candidate").and_then(parse_candidate);
            if let Some(candidate) = candidate
                && !candidates.contains(&candidate)
                && candidates.len() < MAX_CANDIDATES
            {
                candidates.push(candidate);
            }
        }
        Ok(Self {
            role,
            ufrag,
            password,
            fingerprint: fingerprint.ok_or(SdpError::Invalid("fingerprint"))?,
            candidates,
        })
    }
}

/// Returns the value of an attribute, if the line is one of this name.
fn attribute<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let attribute = line.strip_prefix("a=")?;
    attribute.strip_prefix(name)?.strip_prefix(':')
}

fn parse_fingerprint(text: &str) -> Option<[u8; 32]> {
    let (algorithm, digits) = text.split_once(' ')?;
    let bytes = digits.split(':').map(|pair| {
        let is_pair = pair.len() == 2 && pair.bytes().all(|b| b.is_ascii_hexdigit());
        is_pair.then(|| u8::from_str_radix(pair, 16).ok())?
    });
    let bytes = bytes.take(33).collect::<Option<Vec<u8>>>()?;
    let bytes = bytes.try_into().ok()?;
    algorithm.eq_ignore_ascii_case("sha-256").then_some(bytes)
}

/// Formats a candidate, with the priority that [RFC 8445](https://www.rfc-editor.org/rfc/rfc8445)
/// recommends. The order is that of the list.
fn format_candidate(index: usize, candidate: &Candidate) -> String {
    let Candidate {
        kind,
        transport,
        address,
        port,
    } = candidate;
    let is_udp = *transport == Transport::Udp;
    let (kind, preference) = match kind {
        CandidateKind::Host => ("host", 126_u32),
        CandidateKind::ServerReflexive => ("srflx", 100),
        CandidateKind::Relay => ("relay", 0),
    };
    let local_preference = if is_udp { 0xffff } else { 0x7fff } - index as u32;
    let priority = (preference << 24) + (local_preference << 8) + 255;
    let protocol = if is_udp { "udp" } else { "tcp" };
    let address = match address {
        Address::Mdns(uuid) => format_mdns(*uuid),
        Address::V4(address) => address.to_string(),
        Address::V6(address) => address.to_string(),
    };
    let mut line = format!("{index} 1 {protocol} {priority} {address} {port} typ {kind}");
    if kind != "host" {
        line.push_str(" raddr 0.0.0.0 rport 0");
    }
    line.push_str(match transport {
        Transport::Udp => "",
        Transport::TcpPassive => " tcptype passive",
        Transport::TcpSimultaneous => " tcptype so",
    });
    line
}

/// Parses the value of a candidate attribute; `None` if it is invalid or can't be used.
fn parse_candidate(text: &str) -> Option<Candidate> {
    let mut words = text.split(' ');
    let [
        _foundation,
        component,
        protocol,
        _priority,
        address,
        port,
        typ,
        kind,
    ] = std::array::from_fn(|_| words.next().unwrap_or_default());
    if component != "1" || typ != "typ" {
        return None;
    }
    let kind = match kind {
        "host" => CandidateKind::Host,
        "srflx" => CandidateKind::ServerReflexive,
        "relay" => CandidateKind::Relay,
        _ => return None,
    };
    let mut extensions = std::iter::from_fn(|| Some((words.next()?, words.next()?)));
    let tcp_type = extensions.find(|(name, _)| *name == "tcptype");
    let transport = match (protocol.to_ascii_lowercase().as_str(), tcp_type) {
        ("udp", _) => Transport::Udp,
        ("tcp", Some((_, "passive"))) => Transport::TcpPassive,
        ("tcp", Some((_, "so"))) => Transport::TcpSimultaneous,
        _ => return None,
    };
    let address = if let Some(uuid) = address.strip_suffix(".local") {
        Address::Mdns(parse_uuid(uuid)?)
    } else if let Ok(address) = address.parse() {
        Address::V4(address)
    } else {
        Address::V6(address.parse().ok()?)
    };
    let port = four_shapes_rules::notation::parse_number(port)?;
    Some(Candidate {
        kind,
        transport,
        address,
        port,
    })
}

fn format_mdns(uuid: [u8; 16]) -> String {
    let mut name = String::new();
    for (index, byte) in uuid.iter().enumerate() {
        if matches!(index, 4 | 6 | 8 | 10) {
            name.push('-');
        }
        write!(name, "{byte:02x}").expect("text");
    }
    name + ".local"
}

fn parse_uuid(text: &str) -> Option<[u8; 16]> {
    let groups = text.split('-').map(str::len);
    let is_uuid = text.len() == UUID_DIGITS + UUID_GROUPS.len() - 1 && groups.eq(UUID_GROUPS);
    let digits: String = text.chars().filter(|c| *c != '-').collect();
    let is_hex = digits.bytes().all(|b| b.is_ascii_hexdigit());
    let number = is_hex.then(|| u128::from_str_radix(&digits, 16).ok())?;
    number.filter(|_| is_uuid).map(u128::to_be_bytes)
}

/// The reason an SDP text can't be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SdpError {
    /// It is longer than [`MAX_SDP_BYTES`]; its length.
    TooLong(usize),
    /// It hasn't exactly one section, for a data channel.
    Media,
    /// An attribute is missing.
    Missing(&'static str),
    /// An attribute is invalid, or repeated with another value.
    Invalid(&'static str),
}

impl fmt::Display for SdpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong(bytes) => write!(
                f,
                "the description has {bytes} bytes; the maximum is {MAX_SDP_BYTES}"
            ),
            Self::Media => f.write_str("the description isn't that of a data channel"),
            Self::Missing(name) => write!(f, "{name} is missing from the description"),
            Self::Invalid(name) => write!(f, "{name} is invalid in the description"),
        }
    }
}

impl Error for SdpError {}
