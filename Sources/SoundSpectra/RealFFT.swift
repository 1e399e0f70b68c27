#if FFTW
  internal import CFFTW
  internal import Synchronization

  /// A forward Fourier transform of real samples, by FFTW in single precision.
  ///
  /// Plans are made once for each length and shared: they hold no data. FFTW's planner is not
  /// thread-safe and stands behind a lock; executing a plan is free. The plans are estimated, not
  /// measured, so that every run of a program computes the same bits.
  ///
  /// *Confined*; ``transform()`` is *Realtime*.
  @safe package struct RealFFT: ~Copyable {
    package let length: Int
    private let plan: SharedPlan
    private let input: UnsafeMutablePointer<Float>
    private let output: UnsafeMutablePointer<fftwf_complex>

    package init(length: Int) {
      precondition(length > 0 && length.isMultiple(of: 2), "The length must be even.")
      self.length = length
      plan = SharedPlan.of(.real, length: length)
      // FFTW's own allocator gives the alignment that the shared plan was made for.
      unsafe input = fftwf_alloc_real(length)
      unsafe output = fftwf_alloc_complex(length / 2 + 1)
      unsafe input.initialize(repeating: 0, count: length)
    }

    deinit {
      unsafe fftwf_free(input)
      unsafe fftwf_free(output)
    }

    /// The samples to transform, ``length`` of them. They survive the transform.
    package var samples: UnsafeMutablePointer<Float> { unsafe input }

    /// The result: real and imaginary parts in turn, for `length / 2 + 1` bins.
    package var spectrum: UnsafeMutablePointer<Float> {
      unsafe UnsafeMutableRawPointer(output).assumingMemoryBound(to: Float.self)
    }

    /// Transforms ``samples`` into ``spectrum``.
    package mutating func transform() {
      unsafe fftwf_execute_dft_r2c(plan.pointer, input, output)
    }
  }

  /// A plan for one length, kept for the life of the process.
  @safe final class SharedPlan: @unchecked Sendable {
    // @unchecked: FFTW documents that executing one plan on several arrays at once is thread-safe,
    // and nothing else is ever done with the pointer.
    let pointer: fftwf_plan

    /// What is transformed: real samples, or complex ones.
    enum Kind { case real, complex }

    private struct Shape: Hashable {
      var kind: Kind
      var length: Int
    }

    private static let plans = Mutex<[Shape: SharedPlan]>([:])

    static func of(_ kind: Kind, length: Int) -> SharedPlan {
      let shape = Shape(kind: kind, length: length)
      return plans.withLock { plans in
        if let plan = plans[shape] { return plan }
        let plan = SharedPlan(shape)
        plans[shape] = plan
        return plan
      }
    }

    private init(_ shape: Shape) {
      let length = shape.length
      // The arrays only tell the planner how others will be aligned.
      let input: UnsafeMutablePointer<fftwf_complex> = unsafe fftwf_alloc_complex(length)
      let output: UnsafeMutablePointer<fftwf_complex> = unsafe fftwf_alloc_complex(length)
      defer {
        unsafe fftwf_free(input)
        unsafe fftwf_free(output)
      }
      let flags = soundwatch_fftw_estimate() | soundwatch_fftw_preserve_input()
      let plan: fftwf_plan?
      switch shape.kind {
      case .real:
        let samples = unsafe UnsafeMutableRawPointer(input).assumingMemoryBound(to: Float.self)
        unsafe plan = fftwf_plan_dft_r2c_1d(Int32(length), samples, output, flags)
      case .complex:
        unsafe plan = fftwf_plan_dft_1d(Int32(length), input, output, FFTW_FORWARD, flags)
      }
      guard let plan = unsafe plan else {
        preconditionFailure("FFTW has no plan for \(length) samples.")
      }
      unsafe pointer = plan
    }
  }
#else
  /// Without FFTW the plain-Swift transform does the work.
  package typealias RealFFT = PlainRealFFT
#endif
