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
      plan = SharedPlan.forLength(length)
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
  @safe private final class SharedPlan: @unchecked Sendable {
    // @unchecked: FFTW documents that executing one plan on several arrays at once is thread-safe,
    // and nothing else is ever done with the pointer.
    let pointer: fftwf_plan

    private static let plans = Mutex<[Int: SharedPlan]>([:])

    static func forLength(_ length: Int) -> SharedPlan {
      plans.withLock { plans in
        if let plan = plans[length] { return plan }
        let plan = SharedPlan(length: length)
        plans[length] = plan
        return plan
      }
    }

    private init(length: Int) {
      let input = unsafe fftwf_alloc_real(length)
      let output = unsafe fftwf_alloc_complex(length / 2 + 1)
      defer {
        unsafe fftwf_free(input)
        unsafe fftwf_free(output)
      }
      guard
        let plan = unsafe fftwf_plan_dft_r2c_1d(
          Int32(length), input, output,
          soundwatch_fftw_estimate() | soundwatch_fftw_preserve_input())
      else { preconditionFailure("FFTW has no plan for \(length) samples.") }
      unsafe pointer = plan
    }
  }
#else
  /// Without FFTW the plain-Swift transform does the work.
  package typealias RealFFT = PlainRealFFT
#endif
