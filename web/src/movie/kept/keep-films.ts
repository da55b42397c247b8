/** Brings films onto this phone while the app is open: asks the box to prepare them, and fetches what is ready, piece by piece. What is here stays over a reload, a lost network and a closed app. */
import { backoff } from '@homeport/contract/kit/backoff.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import {
  CopyRefusal,
  copyPrepare,
  copyRemove,
  copyState,
  copySubtitles,
  copyTicket,
  type OfflineCopy,
} from '@homeport/contract/playback/offline-copy.ts'
import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { send } from '../../kit/call/box-connection.ts'
import { getBlob } from '../../kit/call/blob.ts'
import { fetchPiece } from '../../kit/call/upload.ts'
import { later } from '../../kit/time/clock.ts'
import { Failure, isFailure } from '../../kit/failure.ts'
import { newId } from '../../kit/id.ts'
import { boxAddress, inOneTab } from '../../kit/browser-features.ts'
import { keepStorage, watchShown } from '../../kit/platform.ts'
import { onSessionEnd, session } from '../../kit/session.ts'
import { countPieces, forgetSaved, writePiece } from '../../kit/storage.ts'
import {
  changeKept,
  forgetKept,
  savedFilms,
  keptFilms,
  pieceBytes,
  piecesOf,
  saveSubtitles,
  type KeptFilm,
  type KeptSubtitle,
} from './kept-films.ts'
import { startPositionOutbox } from './position-outbox.ts'

const askEveryMs = 2_000
/** Copies whose state is asked at a time: a season has many. */
const watchedAtOnce = 3
const firstWaitMs = 2_000
const longestWaitMs = 30_000

export type TakenFilm = Pick<
  KeptFilm,
  'movie_id' | 'file_id' | 'title' | 'line' | 'poster' | 'duration_ms' | 'point_ms' | 'height' | 'removes_watched'
>

let isStarted = false
let isRunning = false
/** Asked to run while it ran. */
let isAsked = false
let failures = 0
let stopWait = () => {}
/** Ends the fetching of a film that is removed, or of a session that ends. */
let fetching: { id: string; stop: AbortController } | undefined

/** Starts fetching and sending, for as long as the app is open. */
export function startKeeping(client: QueryClient): void {
  startPositionOutbox(client)
  if (!isStarted) {
    isStarted = true
    session.watch(hurry)
    watchShown((isShown) => isShown && hurry())
    addEventListener('online', hurry)
    onSessionEnd(() => fetching?.stop.abort())
  }
  hurry()
}

/** Takes films along with the current box; one that is here already in this size stays as it is. */
export async function takeAlong(client: QueryClient, films: readonly TakenFilm[]): Promise<void> {
  await savedFilms.open()
  const { device } = session.get()
  if (!device) return
  const isNew = (film: TakenFilm) => keptFilms().every(({ movie_id }) => movie_id !== film.movie_id)
  const added = films.filter(isNew).map((film): KeptFilm => ({
    ...film,
    id: newId(),
    devsn: device.devsn,
    copy_id: '',
    state: 'waiting',
    why: '',
    progress: 0,
    size: 0,
    done: 0,
    left_at: 0,
  }))
  savedFilms.update({ films: [...keptFilms(), ...added] })
  void keepStorage()
  startKeeping(client)
}

/** From this phone, and from the box what it prepares for it. */
export async function removeKept(film: KeptFilm): Promise<void> {
  if (fetching?.id === film.id) fetching.stop.abort()
  await forgetKept(film)
  if (film.state !== 'kept') await dropCopy(film)
}

export function tryAnew({ id, why, copy_id }: KeptFilm): void {
  // Without room here the copy on the box was fine.
  changeKept(id, { state: 'waiting', why: '', copy_id: why === 'full' ? copy_id : '' })
  hurry()
}

function hurry(): void {
  failures = 0
  stopWait()
  void savedFilms.open().then(run)
}

async function run(): Promise<void> {
  isAsked = isRunning
  if (isRunning) return
  isRunning = true
  stopWait()
  try {
    await inOneTab('kept', async () => {
      while (pending().length > 0) {
        const isReady = await askForAll()
        failures = 0
        if (!isReady) return waitFor(askEveryMs)
      }
    })
  } catch (error) {
    if (!isFailure(error)) throw error
    waitFor(backoff(failures, { first: firstWaitMs, most: longestWaitMs }))
    failures += 1
  } finally {
    isRunning = false
    // A film that was added as the last one ended.
    if (isAsked) hurry()
  }
}

function waitFor(ms: number): void {
  stopWait = later(ms, () => void run())
}

/** Those of the current box: another one cannot be asked. */
function pending(): readonly KeptFilm[] {
  const devsn = session.get().device?.devsn
  return keptFilms().filter((film) => film.devsn === devsn && film.state !== 'kept' && film.state !== 'failed')
}

/** Fetches what is ready; false if nothing was. */
async function askForAll(): Promise<boolean> {
  let isReady = false
  for (const [at, film] of pending().entries()) {
    // The box prepares them in this order.
    if (film.copy_id !== '' && at >= watchedAtOnce) continue
    const copy = await copyOf(film)
    if (!copy) continue
    if (copy.state !== 'ready' || copy.size === null) {
      const failed = copy.state === 'failed' && { state: 'failed' as const }
      const state = copy.state === 'preparing' ? 'preparing' : 'waiting'
      changeKept(film.id, { state, progress: copy.progress, why: copy.hindrance, copy_id: copy.copy_id, ...failed })
      continue
    }
    isReady = true
    await save(film, copy.copy_id, copy.size)
  }
  return isReady
}

/** undefined: it failed for good. */
async function copyOf({ id, copy_id, file_id, height }: KeptFilm): Promise<OfflineCopy | undefined> {
  try {
    if (copy_id !== '') return await send(copyState, { copy_id })
  } catch (error) {
    // The box has it no more, as after a week.
    if (!isGone(error)) throw error
  }
  try {
    const copy = await send(copyPrepare, { path: file_id, height })
    changeKept(id, { copy_id: copy.copy_id })
    return copy
  } catch (error) {
    if (!isGone(error)) throw error
    const refusal = z.safeParse(CopyRefusal, error.data)
    changeKept(id, { state: 'failed', why: refusal.success ? refusal.data.reason : 'failed' })
    return undefined
  }
}

function isGone(error: unknown): error is { data: unknown } {
  return isFailure(error, 'code') && error.code === Code.notFound
}

async function save(film: KeptFilm, copy_id: string, size: number): Promise<void> {
  const file = piecesOf(film)
  // Pieces of a copy that was made anew do not fit to those of the one before.
  if (film.size !== size || film.copy_id !== copy_id) await forgetSaved(`${file}/`)
  let at = await countPieces(file)
  const isHere = () => keptFilms().some(({ id }) => id === film.id)
  const show = () => changeKept(film.id, { copy_id, size, state: 'saving', why: '', done: Math.min(size, at * pieceBytes) })
  show()
  const { url, https_port } = await send(copyTicket, { copy_id })
  const stop = new AbortController()
  fetching = { id: film.id, stop }
  try {
    while (at * pieceBytes < size) {
      const from = at * pieceBytes
      const to = Math.min(size, from + pieceBytes) - 1
      const piece = await fetchPiece(boxAddress(url, https_port), { from, to, signal: stop.signal })
      if (!isHere()) return
      if (!(await writePiece(file, at, piece))) return changeKept(film.id, { state: 'failed', why: 'full' })
      at += 1
      show()
    }
  } catch (error) {
    if (isHere()) throw error
    return
  } finally {
    fetching = undefined
    if (!isHere()) await forgetSaved(file)
  }
  await fetchSubtitles(film, copy_id)
  if (!isHere()) return forgetSaved(file)
  changeKept(film.id, { state: 'kept' })
  await dropCopy({ copy_id })
}

/** Comes last: the box may have to take them out of the film first. */
async function fetchSubtitles(film: KeptFilm, copy_id: string): Promise<void> {
  const { data } = await send(copySubtitles, { copy_id }).catch(noneOrLater)
  const subtitles: KeptSubtitle[] = []
  for (const { blob, ...subtitle } of data) {
    const text = await getBlob(blob)
    if (!text) throw new Failure('network')
    subtitles.push({ ...subtitle, vtt: await text.text() })
  }
  await saveSubtitles(film, subtitles)
}

/** A film whose subtitles cannot be read comes without them. */
function noneOrLater(error: unknown): { data: [] } {
  const isLater = !isFailure(error, 'code') || error.code === Code.noResponse || error.code === Code.offline
  if (isLater) throw error
  return { data: [] }
}

/** Where that is lost, the box removes it by itself after a week. */
async function dropCopy({ copy_id }: Pick<KeptFilm, 'copy_id'>): Promise<void> {
  if (copy_id !== '') await send(copyRemove, { copy_id }).catch(() => null)
}
