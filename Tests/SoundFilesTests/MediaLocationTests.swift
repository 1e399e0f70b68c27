@testable import SoundFiles
import Testing

struct MediaLocationTests {
  @Test(arguments: [
    "concat:a|b", "subfile,,start,0,end,9,,:/etc/hosts", "data:audio/wav;base64,AAAA",
    "ftp://host/a.mp3", "rtmp://host/a", "pipe:0", "crypto:a.ts", "hls+file:///etc/hosts",
    "http+concat:x", "CONCAT:x", "cache:http://host/a", "gopher://host",
  ])
  func otherProtocolsAreRefused(address: String) {
    #expect {
      try MediaLocation(address)
    } throws: { error in
      (error as? MediaFileError)?.code == .protocolNotAllowed
    }
  }

  @Test(arguments: ["http://host/a", "https://host/a", "HTTPS://host/a", "hls+http://host/a.m3u8"])
  func networkAddressesMayNotLeadToFiles(address: String) throws {
    let location = try MediaLocation(address)
    #expect(location.isNetwork)
    #expect(location.address == address)
    #expect(location.protocolWhitelist == "http,https,tcp,tls,hls,icy")
  }

  @Test func radioAddressesAreHTTP() throws {
    #expect(try MediaLocation("icy://host:8000/radio").address == "http://host:8000/radio")
  }

  @Test(arguments: [
    ("a.wav", "a.wav"), ("/x/a:b.wav", "/x/a:b.wav"), ("c:/x.wav", "c:/x.wav"),
    ("file:///x/a%20b.wav", "/x/a b.wav"), ("file://localhost/x/a.wav", "/x/a.wav"),
    ("file:/x/100%.wav", "/x/100%.wav"), ("odd name: 1.wav", "odd name: 1.wav"),
  ])
  func otherTextsArePaths(text: String, path: String) throws {
    let location = try MediaLocation(text)
    #expect(location.path == path)
    #expect(location.address == "file:" + path, "no path is taken for a protocol")
    #expect(location.protocolWhitelist == "file,http,https,tcp,tls,hls,icy")
  }

  @Test func timesReadAsPeopleWriteThem() {
    #expect(clockText(seconds: 0) == "0:00.000")
    #expect(clockText(seconds: 62.0504) == "1:02.050")
    #expect(clockText(seconds: 3723.25) == "1:02:03.250")
    #expect(clockText(seconds: 59.9996) == "1:00.000")
  }
}
