/** Measures night sound in a real browser: the path itself over whispers and bangs, and what a page sends to its loudspeakers. */
import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import type { Page } from 'playwright-core'

/** dB. peak: of the loudest sample. */
export type Loudness = { whisper: number; bang: number; peak: number }

/** The same sound before the path and after it. */
export async function measureNightPath(page: Page): Promise<{ before: Loudness; after: Loudness }> {
  const source = await readFile(new URL('../../web/src/tv/film-player/night-graph.ts', import.meta.url), 'utf8')
  const path = stripTypeScriptTypes(source).replace('export function', 'function')
  return page.evaluate(`(() => { ${path}; return (${measure.toString()})(connectNight) })()`)
}

/** Runs in the page. Ten seconds: a voice at −45 dB, and a bang of full scale every two seconds. */
async function measure(connectNight: (context: BaseAudioContext, source: AudioNode, destination: AudioNode) => () => void) {
  const rate = 48_000
  const seconds = 10
  const context = new OfflineAudioContext(2, rate * seconds, rate)
  const buffer = context.createBuffer(2, rate * seconds, rate)
  for (const channel of [0, 1]) {
    const samples = buffer.getChannelData(channel)
    let noise = 1
    for (let at = 0; at < samples.length; at += 1) {
      const time = at / rate
      noise = (noise * 16_807) % 2_147_483_647
      const voice = 0.008 * (Math.sin(2 * Math.PI * 240 * time) + Math.sin(2 * Math.PI * 1_900 * time)) * 0.7
      const sinceBang = time % 2
      samples[at] = sinceBang < 0.3 && time >= 2 ? (noise / 1_073_741_823 - 1) * Math.exp(-4 * sinceBang) : voice
    }
  }
  const source = context.createBufferSource()
  source.buffer = buffer
  connectNight(context, source, context.destination)
  source.start()
  const result = await context.startRendering()
  const level = (sound: AudioBuffer, from: number, to: number) => {
    const samples = sound.getChannelData(0).slice(from * rate, to * rate)
    return 10 * Math.log10(samples.reduce((sum, one) => sum + one * one, 0) / samples.length)
  }
  const loudness = (sound: AudioBuffer) => ({
    whisper: level(sound, 5.3, 6),
    bang: level(sound, 6.01, 6.2),
    peak: 20 * Math.log10(sound.getChannelData(0).reduce((most, one) => Math.max(most, Math.abs(one)), 0)),
  })
  return { before: loudness(buffer), after: loudness(result) }
}

/** An init script: `window.loudspeakers()` is the level in dB of what Web Audio sends to them, −200 while it sends nothing. */
export function watchLoudspeakers(): void {
  const nodes: object = AudioNode.prototype
  const connect: (this: AudioNode, ...to: unknown[]) => unknown = Reflect.get(nodes, 'connect')
  let ear: AnalyserNode | undefined
  Reflect.set(nodes, 'connect', function listen(this: AudioNode, ...to: unknown[]) {
    if (to[0] instanceof AudioDestinationNode) {
      ear = this.context.createAnalyser()
      ear.fftSize = 8192
      connect.call(this, ear)
    }
    return connect.apply(this, to)
  })
  Object.assign(window, {
    loudspeakers() {
      if (!ear) return -200
      const samples = new Float32Array(ear.fftSize)
      ear.getFloatTimeDomainData(samples)
      return Math.max(-200, 10 * Math.log10(samples.reduce((sum, one) => sum + one * one, 0) / samples.length))
    },
  })
}
