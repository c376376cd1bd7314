import LazuliTestKit

// What the tests of the engine call them.
typealias FakeTransport = ScriptedTransport
typealias FakeRouting = ScriptedRouting
