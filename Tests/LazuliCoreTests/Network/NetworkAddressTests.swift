import LazuliCore
import Testing

@Suite("Network addresses")
struct NetworkAddressTests {
  @Test("Text is read and written", arguments: ["192.0.2.1", "2001:db8::1", "::", "::1", "1:2:3:4:5:6:7:8"])
  func text(text: String) throws {
    #expect(try #require(NetworkAddress(text)).description == text)
  }

  @Test(
    "What is no address is not read",
    arguments: ["", "localhost", "1.2.3.4:80", "[::1]", "fe80::1%1", "1.2.3.4.5", "300.1.1.1", "::1 "])
  func notAddresses(text: String) {
    #expect(NetworkAddress(text) == nil)
  }

  @Test("Bytes make an address when there are 4 or 16")
  func bytes() {
    #expect(NetworkAddress(bytes: [127, 0, 0, 1])?.description == "127.0.0.1")
    #expect(NetworkAddress(bytes: Array(repeating: 0, count: 16))?.description == "::")
    #expect(NetworkAddress(bytes: [1, 2, 3]) == nil)
  }

  @Test("An address with a wrong number of bytes is not public")
  func wrongCount() {
    #expect(!NetworkAddress.ipv4([8, 8, 8]).isPublic)
    #expect(!NetworkAddress.ipv6([8, 8, 8, 8]).isPublic)
    #expect(NetworkAddress.ipv6([]).embeddedIPv4.isEmpty)
  }

  @Test("The IPv4 address within an IPv6 address is found")
  func embedded() throws {
    let addresses = ["64:ff9b::1.2.3.4", "2002:102:304::1", "::ffff:1.2.3.4", "::1.2.3.4", "2a00:1450::5efe:102:304"]
    for text in addresses {
      #expect(try #require(NetworkAddress(text)).embeddedIPv4 == [.ipv4([1, 2, 3, 4])], "\(text)")
    }
    #expect(
      try #require(NetworkAddress("2001:0:102:304::f5ff:fffe")).embeddedIPv4 == [
        .ipv4([1, 2, 3, 4]), .ipv4([10, 0, 0, 1]),
      ])
    #expect(try #require(NetworkAddress("2a00:1450::1")).embeddedIPv4.isEmpty)
  }
}
