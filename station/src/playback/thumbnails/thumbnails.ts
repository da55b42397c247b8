/** Small pictures for seeking: made once for each file, in the background while no film is converted, and sent to the screen on which it plays. */
import { createOneAtATime } from '@homeport/contract/kit/one-at-a-time.ts'
import { isGrowing } from '../../shared/growing-file.ts'
import type { Media } from '../media.ts'
import { portOf, sessionOf, type PlayerState } from '../player-state.ts'
import type { Session } from '../session/session.ts'
import type { ConverterFinder } from '../source/find-converter.ts'
import type { TranscodeSlots } from '../source/transcode-slots.ts'
import { makeSheet, sheetShape } from './make-sheet.ts'
import { contentOf, createSheetStore, type Sheet } from './sheet-store.ts'

/** A shorter film needs none. */
const leastMs = 60_000
const lookAgainMs = 2_000

export type ThumbnailDeps = {
  folder: string
  player: PlayerState
  media: Pick<Media, 'addSheet' | 'isInside'>
  slots: Pick<TranscodeSlots, 'isAnyHeld'>
  converter: ConverterFinder
  now: () => number
  onFault: (fault: unknown) => void
}

export function createThumbnails({ folder, player, media, slots, converter, now, onFault }: ThumbnailDeps) {
  const store = createSheetStore(folder, { now })
  const making = new Map<string, Promise<Sheet | undefined>>()
  const oneAtATime = createOneAtATime()
  const life = { isStopped: false }

  async function whenFree(): Promise<boolean> {
    while (slots.isAnyHeld() && !life.isStopped) await new Promise((resolve) => setTimeout(resolve, lookAgainMs).unref())
    return !life.isStopped
  }

  async function make(content: string, { file, streams }: Session): Promise<Sheet | undefined> {
    const machine = await converter.find()
    const { picture, durationMs, joined } = streams ?? {}
    if (!machine || !picture || !durationMs) return undefined
    const request = { path: file.path, joined, picture, durationMs, converter: machine }
    // It may wait for hours, and is judged again at each picture.
    const bytes = await makeSheet(request, async () => (await whenFree()) && media.isInside(file.path))
    return bytes && store.keep(content, sheetShape(request), bytes)
  }

  async function sheetOf(session: Session): Promise<Sheet | undefined> {
    const content = await contentOf(session.file.path)
    const existing = await store.find(content)
    if (existing || life.isStopped) return existing
    const running = making.get(content)
    if (running) return running
    const made = oneAtATime(() => make(content, session)).finally(() => making.delete(content))
    making.set(content, made)
    return made
  }

  /** A film in parts has none: its position is in the whole film. */
  async function send(session: Session): Promise<void> {
    const { file, parts, duration, play_id, turn } = session
    // A film that still loads is not read at every ten seconds of it.
    if (parts.length > 1 || duration < leastMs || isGrowing(file.path)) return
    const sheet = await sheetOf(session)
    if (!sheet || sessionOf(player, session)?.turn !== turn) return
    const url = media.addSheet(session.screen_id, sheet.path)
    if (url === undefined) return
    const { intervalMs: interval_ms, columns, count, width, height } = sheet
    const shown = { url, interval_ms, columns, count, width, height }
    portOf(player, session.screen_id)?.send({ kind: 'thumbnails', play_id, sheet: shown })
  }

  return {
    open: () => store.sweep(),
    loaded: (session: Session): void => void send(session).catch(onFault),
    stop: () => void (life.isStopped = true),
  }
}
