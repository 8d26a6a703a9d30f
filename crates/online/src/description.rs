//! A session of WebRTC that has only a data channel, reduced to what the other browser needs.

use crate::wire::{Reader, Writer};
use std::net::{Ipv4Addr, Ipv6Addr};

/// The maximum number of candidates.
pub(crate) const MAX_CANDIDATES: usize = 12;

/// The minimum and maximum lengths of the user fragment and the password of ICE. The standard
/// allows up to 256 characters; browsers use 32 or fewer.
const UFRAG_CHARS: [usize; 2] = [4, 64];
const PASSWORD_CHARS: [usize; 2] = [22, 64];

/// One side of a session: what ICE and DTLS need to connect to it.
///
/// Values are valid: [`to_sdp`](Self::to_sdp) writes nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    pub(crate) role: SetupRole,
    pub(crate) ufrag: String,
    pub(crate) password: String,
    /// The SHA-256 fingerprint of the certificate.
    pub(crate) fingerprint: [u8; 32],
    pub(crate) candidates: Vec<Candidate>,
}

/// The role of one side in the DTLS handshake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupRole {
    /// Either: that of an offer.
    ActPass,
    /// The client.
    Active,
    /// The server.
    Passive,
}

/// An address at which one side can possibly be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// How it was found.
    pub kind: CandidateKind,
    /// The transport protocol.
    pub transport: Transport,
    /// The address.
    pub address: Address,
    /// The port, not 0.
    pub port: u16,
}

/// How a candidate was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CandidateKind {
    /// An address of the device.
    Host,
    /// As a STUN server sees the device.
    ServerReflexive,
    /// An address of a TURN server.
    Relay,
}

/// The transport protocol of a candidate. TCP candidates that only open connections can't be
/// reached, and are omitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transport {
    /// UDP.
    Udp,
    /// TCP, accepting connections.
    TcpPassive,
    /// TCP, opening a connection at the same time.
    TcpSimultaneous,
}

/// The address of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Address {
    /// A random name of multicast DNS, `<UUID>.local`, by which browsers hide local addresses.
    Mdns([u8; 16]),
    /// An IPv4 address.
    V4(Ipv4Addr),
    /// An IPv6 address.
    V6(Ipv6Addr),
}

const ROLES: [SetupRole; 3] = [SetupRole::ActPass, SetupRole::Active, SetupRole::Passive];
const KINDS: [CandidateKind; 3] = [
    CandidateKind::Host,
    CandidateKind::ServerReflexive,
    CandidateKind::Relay,
];
const TRANSPORTS: [Transport; 3] = [
    Transport::Udp,
    Transport::TcpPassive,
    Transport::TcpSimultaneous,
];
const MDNS: u8 = 0;
const V4: u8 = 1;
const V6: u8 = 2;

impl Description {
    /// Returns the role in the handshake.
    pub fn role(&self) -> SetupRole {
        self.role
    }

    /// Returns the candidates.
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    pub(crate) fn write(&self, writer: &mut Writer) {
        writer.byte(self.role as u8);
        writer.short_text(&self.ufrag);
        writer.short_text(&self.password);
        writer.bytes(&self.fingerprint);
        writer.byte(self.candidates.len() as u8);
        for candidate in &self.candidates {
            candidate.write(writer);
        }
    }

    /// Reads a description; `None` if it is truncated or invalid.
    pub(crate) fn read(reader: &mut Reader<'_>) -> Option<Self> {
        let role = *ROLES.get(usize::from(reader.byte()?))?;
        let ufrag = reader.short_text()?;
        let password = reader.short_text()?;
        if !is_ufrag(ufrag) || !is_password(password) {
            return None;
        }
        let fingerprint = reader.array()?;
        let count = usize::from(reader.byte()?);
        if count > MAX_CANDIDATES {
            return None;
        }
        let candidates = (0..count).map(|_| Candidate::read(reader));
        Some(Self {
            role,
            ufrag: ufrag.to_owned(),
            password: password.to_owned(),
            fingerprint,
            candidates: candidates.collect::<Option<_>>()?,
        })
    }
}

/// Returns whether a text is a user fragment of ICE.
pub(crate) fn is_ufrag(text: &str) -> bool {
    has_ice_chars(text, UFRAG_CHARS)
}

/// Returns whether a text is a password of ICE.
pub(crate) fn is_password(text: &str) -> bool {
    has_ice_chars(text, PASSWORD_CHARS)
}

fn has_ice_chars(text: &str, [min, max]: [usize; 2]) -> bool {
    let is_ice_char = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/');
    (min..=max).contains(&text.len()) && text.bytes().all(is_ice_char)
}

impl Candidate {
    fn write(&self, writer: &mut Writer) {
        let (code, address): (u8, &[u8]) = match &self.address {
            Address::Mdns(uuid) => (MDNS, uuid),
            Address::V4(address) => (V4, &address.octets()),
            Address::V6(address) => (V6, &address.octets()),
        };
        writer.byte(self.kind as u8 * 9 + self.transport as u8 * 3 + code);
        writer.bytes(address);
        writer.u16(self.port);
    }

    fn read(reader: &mut Reader<'_>) -> Option<Self> {
        let code = reader.byte()?;
        let kind = *KINDS.get(usize::from(code / 9))?;
        let transport = TRANSPORTS[usize::from(code / 3 % 3)];
        let address = match code % 3 {
            MDNS => Address::Mdns(reader.array()?),
            V4 => Address::V4(reader.array::<4>()?.into()),
            _ => Address::V6(reader.array::<16>()?.into()),
        };
        let port = reader.u16().filter(|port| *port > 0)?;
        Some(Self {
            kind,
            transport,
            address,
            port,
        })
    }
}
