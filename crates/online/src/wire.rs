//! Reading and writing bytes.

/// Reads values from the start of some bytes; `None` if there are too few.
pub(crate) struct Reader<'a>(pub(crate) &'a [u8]);

impl<'a> Reader<'a> {
    pub(crate) fn bytes(&mut self, count: usize) -> Option<&'a [u8]> {
        let (bytes, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(bytes)
    }

    pub(crate) fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.bytes(N)?.try_into().ok()
    }

    pub(crate) fn byte(&mut self) -> Option<u8> {
        self.array().map(|[byte]| byte)
    }

    pub(crate) fn u16(&mut self) -> Option<u16> {
        self.array().map(u16::from_be_bytes)
    }

    pub(crate) fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_be_bytes)
    }

    pub(crate) fn u64(&mut self) -> Option<u64> {
        self.array().map(u64::from_be_bytes)
    }

    /// Reads a text after its length in one byte; `None` also if it isn't UTF-8.
    pub(crate) fn short_text(&mut self) -> Option<&'a str> {
        let length = self.byte()?;
        str::from_utf8(self.bytes(length.into())?).ok()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Appends values to bytes.
#[derive(Default)]
pub(crate) struct Writer(pub(crate) Vec<u8>);

impl Writer {
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    pub(crate) fn byte(&mut self, byte: u8) {
        self.0.push(byte);
    }

    pub(crate) fn u16(&mut self, number: u16) {
        self.bytes(&number.to_be_bytes());
    }

    pub(crate) fn u32(&mut self, number: u32) {
        self.bytes(&number.to_be_bytes());
    }

    pub(crate) fn u64(&mut self, number: u64) {
        self.bytes(&number.to_be_bytes());
    }

    /// Writes a text of at most 255 bytes and its length.
    pub(crate) fn short_text(&mut self, text: &str) {
        self.byte(text.len() as u8);
        self.bytes(text.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_round_trip_and_truncated_ones_are_none() {
        let mut writer = Writer::default();
        writer.byte(1);
        writer.u16(0x0203);
        writer.u64(4);
        writer.short_text("ä");
        let bytes = writer.0;
        let read = |bytes| {
            let mut reader = Reader(bytes);
            let values = (
                reader.byte()?,
                reader.u16()?,
                reader.u64()?,
                reader.short_text()?,
            );
            reader.is_empty().then_some(values)
        };
        assert_eq!(read(&bytes), Some((1, 0x0203, 4, "ä")));
        for length in 0..bytes.len() {
            assert_eq!(read(&bytes[..length]), None);
        }
    }
}
