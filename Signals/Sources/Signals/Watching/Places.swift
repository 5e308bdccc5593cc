#if DEBUG
  // Where something was made, as a debug build remembers it: the return addresses of the calls that led there, which become files
  // and lines only when somebody asks. They cost some microseconds, three times what making a stream costs otherwise; so
  // they are noted where a test looks for what is left, and in a program that was started with SIGNALS_PLACES.
  //
  // The toolchain's backtraces know how to read the debug information. Capturing takes half a millisecond there, and
  // making one of addresses is an interface that is not public yet, so only the compilers are listed with which it was
  // tried. Elsewhere a place is an address within a program, which `addr2line` reads.

  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif
  #if os(Linux) && compiler(>=6.3) && compiler(<6.4)
    @_spi(Internal) import Runtime
  #endif

  /// A place in the program: the return addresses of the innermost calls.
  struct CallSite: Sendable {
    private static let depth = 40

    let addresses: [UInt]

    private typealias Capture = @convention(c) (UnsafeMutablePointer<UnsafeMutableRawPointer?>, CInt) -> CInt

    /// `backtrace` of the C library, which musl does not have.
    private static let capture: Capture? = dlsym(nil, "backtrace").map { unsafeBitCast($0, to: Capture.self) }

    private static let isWantedEverywhere = getenv("SIGNALS_PLACES") != nil
    private static let unknown = CallSite(addresses: [])

    /// The place of the caller, if places are noted.
    static var here: CallSite {
      guard isWantedEverywhere || LivingCores.isObserved, let capture else { return unknown }
      let addresses = [UnsafeMutableRawPointer?](unsafeUninitializedCapacity: depth) { buffer, count in
        guard let base = buffer.baseAddress else { return }
        base.initialize(repeating: nil, count: depth)
        count = Int(capture(base, CInt(depth)))
      }
      return CallSite(addresses: addresses.map { UInt(bitPattern: $0) })
    }
  }

  /// The files and lines of call sites: of each, the innermost call that is not made by this library.
  struct Places {
    /// What is known by address. Reading the debug information takes long, and an address keeps its place.
    private static let known = Locked<[UInt: String?]>([:])

    private var names: [UInt: String?] = [:]

    /// The folder of the library's sources, as the debug information names it.
    private static let library =
      #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
      .joined(separator: "/") + "/"

    init(_ sites: [CallSite]) {
      let addresses = Set(sites.flatMap(\.addresses))
      let known = Self.known.withLock { $0 }
      let unknown = addresses.filter { known[$0] == nil }
      if unknown.isEmpty {
        names = known
        return
      }
      var found = Self.names(of: Array(unknown))
      for address in unknown where found[address] == nil { found[address] = .some(nil) }
      names = Self.known.withLock { [found] known in
        known.merge(found) { $1 }
        return known
      }
    }

    /// The innermost place outside of the library; nil if there is none.
    subscript(site: CallSite) -> String? {
      for address in site.addresses {
        if let name = names[address] ?? nil { return name }
      }
      return nil
    }

    #if os(Linux) && compiler(>=6.3) && compiler(<6.4)
      private static func names(of addresses: [UInt]) -> [UInt: String?] {
        var names: [UInt: String?] = [:]
        let frames = addresses.map { RichFrame<UInt64>.returnAddress(UInt64($0)) }
        let backtrace = Backtrace(architecture: architecture, frames: frames, images: nil)
        for frame in backtrace.symbolicated()?.frames ?? [] {
          guard let address = UInt(frame.captured.originalProgramCounter), let symbol = frame.symbol else { continue }
          guard let source = symbol.sourceLocation, source.line > 0, !source.path.hasPrefix(library),
            !source.path.contains("<compiler-generated>"),
            // The address sanitizer puts its own `backtrace` before the C library's.
            !source.path.contains("sanitizer_common")
          else { continue }
          // The innermost of the functions that were inlined there comes first.
          if names[address] == nil {
            names[address] = "\(source.path.split(separator: "/").last ?? ""):\(source.line)"
          }
        }
        return names
      }

      private static var architecture: String {
        #if arch(x86_64)
          "x86_64"
        #elseif arch(arm64)
          "arm64"
        #else
          ""
        #endif
      }
    #else
      private static func names(of addresses: [UInt]) -> [UInt: String?] {
        var names: [UInt: String?] = [:]
        for address in addresses {
          var info = Dl_info()
          guard dladdr(UnsafeRawPointer(bitPattern: address), &info) != 0, let path = info.dli_fname else { continue }
          let image = String(cString: path).split(separator: "/").last ?? ""
          let offset = address - UInt(bitPattern: info.dli_fbase)
          names[address] = "\(image)+0x\(String(offset, radix: 16))"
        }
        return names
      }
    #endif
  }
#endif
