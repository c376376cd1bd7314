/// The blocks which are not for public hosts.
///
/// Sources: IANA IPv4 Special-Purpose Address Registry, IANA IPv6 Special-Purpose Address Registry;
/// RFC 5771 and RFC 4291 for multicast. Blocks that the registries call globally reachable and that
/// hosts live in are left out (AS112, AMT).
enum SpecialAddresses {
  static let ipv4: [AddressBlock] = [
    AddressBlock([0, 0, 0, 0], 32, .unspecified),
    AddressBlock([0, 0, 0, 0], 8, .reserved),  // this network, RFC 791
    AddressBlock([10, 0, 0, 0], 8, .privateUse),  // RFC 1918
    AddressBlock([100, 64, 0, 0], 10, .shared),  // RFC 6598
    AddressBlock([127, 0, 0, 0], 8, .loopback),  // RFC 1122
    AddressBlock([168, 63, 129, 16], 32, .platform),  // Azure's virtual public address
    AddressBlock([169, 254, 0, 0], 16, .linkLocal),  // RFC 3927; where clouds keep their metadata
    AddressBlock([172, 16, 0, 0], 12, .privateUse),  // RFC 1918
    AddressBlock([192, 0, 0, 0], 24, .protocolAssignment),  // RFC 6890
    AddressBlock([192, 0, 2, 0], 24, .documentation),  // TEST-NET-1, RFC 5737
    AddressBlock([192, 88, 99, 0], 24, .transition),  // 6to4 relays, RFC 7526
    AddressBlock([192, 168, 0, 0], 16, .privateUse),  // RFC 1918
    AddressBlock([198, 18, 0, 0], 15, .benchmarking),  // RFC 2544
    AddressBlock([198, 51, 100, 0], 24, .documentation),  // TEST-NET-2, RFC 5737
    AddressBlock([203, 0, 113, 0], 24, .documentation),  // TEST-NET-3, RFC 5737
    AddressBlock([224, 0, 0, 0], 4, .multicast),  // RFC 5771
    AddressBlock([255, 255, 255, 255], 32, .broadcast),  // RFC 8190
    AddressBlock([240, 0, 0, 0], 4, .reserved),  // RFC 1112
  ]

  static let ipv6: [AddressBlock] = [
    AddressBlock(pieces: [], 128, .unspecified),  // RFC 4291
    AddressBlock(pieces: [0, 0, 0, 0, 0, 0, 0, 1], 128, .loopback),  // RFC 4291
    AddressBlock(pieces: [], 96, .transition),  // IPv4-compatible, RFC 4291
    AddressBlock(pieces: [0, 0, 0, 0, 0, 0xFFFF], 96, .transition),  // IPv4-mapped, RFC 4291
    AddressBlock(pieces: [0, 0, 0, 0, 0xFFFF], 96, .transition),  // IPv4-translated, RFC 2765
    AddressBlock(pieces: [0x64, 0xFF9B, 1], 48, .transition),  // NAT64 of a site, RFC 8215
    AddressBlock(pieces: [0x100], 64, .discardOnly),  // RFC 6666
    AddressBlock(pieces: [0x100, 0, 0, 1], 64, .discardOnly),  // dummy prefix, RFC 9780
    AddressBlock(pieces: [0x2001], 32, .transition),  // Teredo, RFC 4380
    AddressBlock(pieces: [0x2001, 2], 48, .benchmarking),  // RFC 5180
    AddressBlock(pieces: [0x2001, 0xDB8], 32, .documentation),  // RFC 3849
    AddressBlock(pieces: [0x2001], 23, .protocolAssignment),  // RFC 2928; ORCHID, AMT, …
    AddressBlock(pieces: [0x2002], 16, .transition),  // 6to4, RFC 3056
    AddressBlock(pieces: [0x3FFF], 20, .documentation),  // RFC 9637
    AddressBlock(pieces: [0x5F00], 16, .protocolAssignment),  // segment routing, RFC 9602
    AddressBlock(pieces: [0xFC00], 7, .privateUse),  // unique local, RFC 4193
    AddressBlock(pieces: [0xFE80], 10, .linkLocal),  // RFC 4291
    AddressBlock(pieces: [0xFEC0], 10, .privateUse),  // site-local, RFC 3879
    AddressBlock(pieces: [0xFF00], 8, .multicast),  // RFC 4291
  ]

  /// All that is handed out to hosts; what is outside and in no block above is reserved.
  static let ipv6Global = AddressBlock(pieces: [0x2000], 3, .global)

  /// Translators map the public IPv4 network into it: as public as the address within (RFC 6052).
  static let nat64 = AddressBlock(pieces: [0x64, 0xFF9B], 96, .global)
}
