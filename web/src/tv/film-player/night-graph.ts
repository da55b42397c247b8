/** The signal path of night sound: bass down, voices up, and a compressor that brings whispers and bangs together. No import: the story of the browser measures this very file. */

/** dB, Hz. The compressor adds its own make-up gain: with these values 17 dB, so that a bang of 0 dB leaves it at −11 and a whisper of −45 at −28. */
const bass = { frequency: 150, gain: -5 }
const voice = { frequency: 2_200, gain: 4, Q: 0.7 }
const compression = { threshold: -36, knee: 10, ratio: 5, attack: 0.003, release: 0.25 }
/** Nothing above it gets through, whatever the voices gained. */
const limit = { threshold: -6, knee: 0, ratio: 20, attack: 0.001, release: 0.1 }

/** Connects source and destination through it; surround becomes stereo. Returns what undoes it. */
export function connectNight(context: BaseAudioContext, source: AudioNode, destination: AudioNode): () => void {
  const shelf = context.createBiquadFilter()
  shelf.type = 'lowshelf'
  shelf.frequency.value = bass.frequency
  shelf.gain.value = bass.gain
  const peak = context.createBiquadFilter()
  peak.type = 'peaking'
  peak.frequency.value = voice.frequency
  peak.Q.value = voice.Q
  peak.gain.value = voice.gain
  const compressor = compressorOf(context, compression)
  const limiter = compressorOf(context, limit)
  // The limiter has a make-up gain too, which is not wanted.
  const last = context.createGain()
  last.gain.value = 10 ** (-makeUpOf(limit) / 20)
  const path = [source, shelf, peak, compressor, limiter, last, destination]
  path.reduce((from, to) => from.connect(to))
  return () => {
    source.disconnect(shelf)
    last.disconnect()
  }
}

function compressorOf(context: BaseAudioContext, values: typeof compression): DynamicsCompressorNode {
  const node = context.createDynamicsCompressor()
  node.threshold.value = values.threshold
  node.knee.value = values.knee
  node.ratio.value = values.ratio
  node.attack.value = values.attack
  node.release.value = values.release
  return node
}

/** dB, by the Web Audio API: 0.6 of what full scale loses. */
function makeUpOf({ threshold, ratio }: typeof limit): number {
  return 0.6 * -threshold * (1 - 1 / ratio)
}
