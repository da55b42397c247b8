/** The test of the conversion: one kind of film after the other, while nothing plays. Its results are kept. */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  ConversionTest,
  conversionTest,
  convertedKinds,
  runConversionTest,
  type ConvertedKind,
} from '@homeport/contract/playback/conversion-test.ts'
import * as z from 'zod/mini'
import { answer, type Handler } from '../../kit/connection/answer.ts'
import type { MetaStore } from '../../kit/meta.store.ts'
import { explainDelivery } from '../delivery/delivery.ts'
import { screenNameOf, type PlayerState } from '../player-state.ts'
import { startsWithHls } from '../session/fallback.ts'
import type { PictureStream } from '../delivery/streams.ts'
import { kindOf, streamsOf } from './film-kinds.ts'
import { tryKind } from './try-kind.ts'

const key = 'conversion_test'
/** A film that begins meanwhile waits no longer for the processor. */
const lookEveryMs = 250
const Kept = z.pick(ConversionTest, { tested_at: true, data: true })
type Kept = z.infer<typeof Kept>

export type ConversionTestDeps = {
  player: PlayerState
  /** The box's own; samples lie in one of their own below it. */
  folder: string
  meta: Pick<MetaStore, 'read' | 'write'>
  cloudNow: () => number
  onFault: (fault: unknown) => void
  /** All if left out. */
  tried?: readonly ConvertedKind[]
}

export function createConversionTest(deps: ConversionTestDeps) {
  const { player, folder, meta, cloudNow, onFault, tried = convertedKinds } = deps
  const samples = join(folder, 'conversion-test')
  let running: { done: number; stop: AbortController } | undefined
  const isPlaying = () => player.sessions.size > 0

  async function tools() {
    const [converter, ffprobe] = await Promise.all([player.converter.find(), player.ffprobe()])
    return converter && ffprobe !== '' ? { converter, ffprobe } : undefined
  }

  async function results(): Promise<Kept> {
    const text = await meta.read(key)
    const read = text === undefined ? undefined : Kept.safeParse(parsed(text))
    return read?.success ? read.data : { tested_at: 0, data: [] }
  }

  async function tryAll(stop: AbortController): Promise<void> {
    const programs = await tools()
    const data: Kept['data'] = []
    const watch = setInterval(() => isPlaying() && stop.abort(), lookEveryMs)
    try {
      await mkdir(samples, { recursive: true })
      for (const kind of tried) {
        if (!programs || stop.signal.aborted) return
        data.push({ kind, speed: await tryKind(kind, { ...programs, folder: samples, signal: stop.signal }) })
        if (running?.stop === stop) running.done = data.length
      }
      if (!stop.signal.aborted) await meta.write(key, JSON.stringify({ tested_at: Math.floor(cloudNow() / 1000), data }))
    } finally {
      clearInterval(watch)
      await rm(samples, { recursive: true, force: true })
      if (running?.stop === stop) running = undefined
    }
  }

  async function view(): Promise<ConversionTest> {
    const screens = player.stages().filter(({ owner }) => !owner)
    return {
      ...(await results()),
      is_running: running !== undefined,
      done: running?.done ?? 0,
      hindrance: (await tools()) === undefined ? 'no_ffmpeg' : isPlaying() ? 'playing' : '',
      screens: screens.map((port) => ({
        screen_id: port.screen_id,
        name: screenNameOf(player, port.screen_id),
        kinds: convertedKinds.filter((kind) => {
          const streams = streamsOf(kind)
          const how = { audio: undefined, limitKbit: 0, isForced: false, isHls: startsWithHls(player, port) }
          return port.playsAll || explainDelivery({ ...how, streams, path: '', can: port.can }).delivery !== 'transcode'
        }),
      })),
    }
  }

  const acts: Handler[] = [
    answer(conversionTest, view),
    answer(runConversionTest, async ({ is_running }) => {
      if (!is_running) running?.stop.abort()
      else if (!running && (await view()).hindrance === '') {
        running = { done: 0, stop: new AbortController() }
        void tryAll(running.stop).catch(onFault)
      }
      return view()
    }),
  ]
  return {
    acts,
    /** Removes the samples of a box that was killed. */
    open: () => rm(samples, { recursive: true, force: true }),
    stop: () => running?.stop.abort(),
    /** Seconds of such a picture that the box converts in one; null if no test said. */
    speedOf: async (picture: PictureStream): Promise<number | null> => {
      const kind: ConvertedKind | undefined = kindOf(picture)
      return (await results()).data.find((one) => one.kind === kind)?.speed ?? null
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
