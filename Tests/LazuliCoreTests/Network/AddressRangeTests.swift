import LazuliCore
import Testing

@Suite("What addresses are for")
struct AddressRangeTests {
  @Test(
    "The first and the last address of each IPv4 block, and their neighbours",
    arguments: [
      ("0.0.0.0", .unspecified), ("0.0.0.1", .reserved), ("0.255.255.255", .reserved), ("1.0.0.0", .global),
      ("9.255.255.255", .global), ("10.0.0.0", .privateUse), ("10.255.255.255", .privateUse), ("11.0.0.0", .global),
      ("100.63.255.255", .global), ("100.64.0.0", .shared), ("100.127.255.255", .shared), ("100.128.0.0", .global),
      ("126.255.255.255", .global), ("127.0.0.0", .loopback), ("127.255.255.255", .loopback), ("128.0.0.0", .global),
      ("168.63.129.16", .platform), ("168.63.129.17", .global),
      ("169.253.255.255", .global), ("169.254.169.254", .linkLocal), ("169.255.0.0", .global),
      ("172.15.255.255", .global), ("172.16.0.0", .privateUse), ("172.31.255.255", .privateUse),
      ("172.32.0.0", .global), ("192.0.0.0", .protocolAssignment), ("192.0.0.255", .protocolAssignment),
      ("192.0.1.0", .global), ("192.0.2.9", .documentation), ("192.88.99.1", .transition), ("192.88.100.0", .global),
      ("192.167.255.255", .global), ("192.168.0.0", .privateUse), ("192.168.255.255", .privateUse),
      ("192.169.0.0", .global), ("198.17.255.255", .global), ("198.18.0.0", .benchmarking),
      ("198.19.255.255", .benchmarking), ("198.20.0.0", .global), ("198.51.100.1", .documentation),
      ("203.0.113.1", .documentation), ("203.0.114.0", .global), ("223.255.255.255", .global),
      ("224.0.0.0", .multicast), ("239.255.255.255", .multicast), ("240.0.0.0", .reserved),
      ("255.255.255.254", .reserved), ("255.255.255.255", .broadcast), ("8.8.8.8", .global),
    ] as [(String, AddressRange)])
  func ipv4(text: String, range: AddressRange) throws {
    #expect(try #require(NetworkAddress(text)).range == range)
  }

  @Test(
    "IPv6 blocks, and the IPv4 address within",
    arguments: [
      ("::", .unspecified), ("::1", .loopback), ("::2", .reserved), ("::7f00:1", .loopback), ("::8.8.8.8", .transition),
      ("::ffff:127.0.0.1", .loopback), ("::ffff:10.0.0.1", .privateUse), ("::ffff:8.8.8.8", .transition),
      ("::ffff:0:169.254.169.254", .linkLocal), ("64:ff9b::8.8.8.8", .global),
      ("64:ff9b::169.254.169.254", .linkLocal), ("64:ff9b::192.168.0.1", .privateUse),
      ("64:ff9b:1::8.8.8.8", .transition), ("64:ff9b:1::10.0.0.1", .privateUse), ("64:ff9b:2::1", .reserved),
      ("64:ff9b:0:1::808:808", .reserved), ("100::1", .discardOnly), ("100:0:0:1::1", .discardOnly),
      ("100:0:0:2::1", .reserved), ("1fff::", .reserved), ("2001::1", .unspecified),
      ("2001:0:808:808::f7f7:f7f7", .transition), ("2001:0:808:808::f5ff:fffe", .privateUse),
      ("2001:0:7f00:1::f7f7:f7f7", .loopback), ("2001:2::1", .benchmarking), ("2001:20::1", .protocolAssignment),
      ("2001:200::1", .global), ("2001:db8::1", .documentation), ("2001:db9::1", .global),
      ("2002:808:808::1", .transition), ("2002:7f00:1::1", .loopback), ("2002:c0a8:1::1", .privateUse),
      ("2606:4700::1111", .global), ("2a00:1450::5efe:7f00:1", .loopback), ("2a00:1450::200:5efe:a00:1", .privateUse),
      ("2a00:1450::5efe:808:808", .global), ("3fff::1", .documentation), ("3fff:1000::1", .global),
      ("4000::", .reserved), ("5f00::1", .protocolAssignment), ("fbff::", .reserved), ("fc00::1", .privateUse),
      ("fdff:ffff::1", .privateUse), ("fd00:ec2::254", .privateUse), ("fe00::", .reserved), ("fe80::1", .linkLocal),
      ("febf::1", .linkLocal), ("fec0::1", .privateUse), ("feff::1", .privateUse), ("ff02::1", .multicast),
    ] as [(String, AddressRange)])
  func ipv6(text: String, range: AddressRange) throws {
    let address = try #require(NetworkAddress(text))
    #expect(address.range == range)
    #expect(address.isPublic == (range == .global))
  }
}
