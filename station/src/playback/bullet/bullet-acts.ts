/** Bullet comments over films: written on a phone, kept by the box, shown on the screens where the film plays. */
import { randomUUID } from 'node:crypto'
import { Code } from '@homeport/contract/kit/codes.ts'
import {
  filmBulletAdd,
  filmBulletEveryMs,
  filmBulletRemove,
  filmBullets,
  type FilmBullet,
} from '@homeport/contract/playback/film-bullet.ts'
import type { ScreenBullet } from '@homeport/contract/playback/screen-protocol.ts'
import { bulletColors, bulletModes } from '@homeport/contract/shape/film/bullet.ts'
import { answer, type ActCaller, type Handler } from '../../kit/connection/answer.ts'
import { Refusal } from '../../kit/refusal.ts'
import { refused } from '../delivery/play-refusal.ts'
import { isOpenTo, portOf, sessionOf, type PlayerRooms, type PlayerState } from '../player-state.ts'
import { pointOf, type PlayStarter, type Session } from '../session/session.ts'
import type { BulletStore, FilmBulletRow } from './bullet.store.ts'

/** realm and name of a user. */
type Author = { realm: FilmBulletRow['realm']; user_id: string; name: string }

/** areShown: whether comments are shown to this person; turnOn: from now on they are. */
type Habit = { areShown: (by: PlayStarter) => Promise<boolean>; turnOn: (by: PlayStarter) => Promise<void> }

export function createBullets(
  player: PlayerState,
  store: BulletStore,
  { areShown, turnOn }: Habit,
): { acts: Handler[] } & Pick<PlayerRooms, 'loaded' | 'habitChanged'> {
  /** Sends a new comment to every screen on which the film plays. */
  function show(row: FilmBulletRow): void {
    for (const session of screensOf(player, row.movie_id)) {
      const data = [toScreen(row, session.by)]
      portOf(player, session.screen_id)?.send({ kind: 'bullets', play_id: session.play_id, data, is_new: true })
    }
  }

  async function showAll(session: Session): Promise<void> {
    const { file, screen_id, play_id } = session
    const rows = file.movie_id === '' ? [] : await store.of(file.movie_id)
    if (!sessionOf(player, session)) return
    const data = rows.map((row) => toScreen(row, session.by))
    portOf(player, screen_id)?.send({ kind: 'bullets', play_id, data, is_new: false })
  }

  async function sendShown(session: Session): Promise<void> {
    const are_shown = await areShown(session.by)
    const { screen_id, play_id } = session
    if (sessionOf(player, session)) portOf(player, screen_id)?.send({ kind: 'bullets_shown', play_id, are_shown })
  }

  /** Comments are off until somebody wants them: who writes one does, and who watches sees a film's first. */
  async function turnOnFor(author: Author, movie_id: string): Promise<void> {
    const isFirst = (await store.of(movie_id)).length === 1
    const watching = isFirst ? screensOf(player, movie_id).map(({ by }) => by) : []
    for (const by of [{ realm: author.realm, user_id: author.user_id }, ...watching]) if (!(await areShown(by))) await turnOn(by)
  }

  async function refuseIfTooSoon({ realm, user_id }: Author): Promise<void> {
    const latest = await store.latestBy(realm, user_id)
    if (latest && player.now() - latest.created_at < filmBulletEveryMs) throw new Refusal(Code.tooMany)
  }

  const acts = [
    answer(filmBullets, async ({ movie_id }, by) => ({ data: (await store.of(movie_id)).map((row) => toWire(row, by)) })),
    answer(filmBulletAdd, async ({ id, movie_id, text, time_ms, color, mode }, by) => {
      const existing = id === '' ? undefined : await store.one(id)
      if (existing) return toWire(existing, by)
      const author = authorOf(by)
      await refuseIfTooSoon(author)
      const point = time_ms ?? pointNow(player, movie_id, author)
      const row: FilmBulletRow = {
        bullet_id: id || randomUUID(),
        movie_id,
        text,
        time_ms: point,
        color,
        mode,
        realm: author.realm,
        user_id: author.user_id,
        author: author.name,
        created_at: player.now(),
      }
      await store.add(row)
      await turnOnFor(author, movie_id)
      show(row)
      return toWire(row, by)
    }),
    answer(filmBulletRemove, async ({ id }, by) => {
      const row = await store.one(id)
      if (!row) throw new Refusal(Code.notFound)
      if (!isBy(row, by) && by.from?.role !== 'owner') throw new Refusal(Code.notAllowed)
      await store.remove(id)
      await Promise.all(screensOf(player, row.movie_id).map(showAll))
      return { id }
    }),
  ]

  return {
    acts,
    loaded: (session) =>
      void sendShown(session)
        .then(() => showAll(session))
        .catch(player.onFault),
    habitChanged: (session) => void sendShown(session).catch(player.onFault),
  }
}

function screensOf({ sessions }: PlayerState, movie_id: string): Session[] {
  return [...sessions.values()].filter(({ file }) => file.movie_id === movie_id)
}

/** Where a film is on a screen that the author may see. */
function pointNow(player: PlayerState, movie_id: string, author: Author): number {
  const session = screensOf(player, movie_id).find(({ screen_id }) => isOpenTo(player, screen_id, author))
  if (!session) throw refused('no_screen')
  return pointOf(session, player.now())
}

function authorOf({ realm, from }: ActCaller): Author {
  if (!from) throw new Refusal(Code.notAllowed)
  return { realm, user_id: from.user_id, name: from.name }
}

function isBy({ realm, user_id }: FilmBulletRow, by: ActCaller): boolean {
  return realm === by.realm && user_id === by.from?.user_id
}

function toWire(row: FilmBulletRow, by: ActCaller): FilmBullet {
  const { bullet_id: id, text, time_ms, author, created_at } = row
  return { id, text, time_ms, ...appearanceOf(row), author, is_mine: isBy(row, by), created_at: Math.floor(created_at / 1000) }
}

function toScreen(row: FilmBulletRow, viewer: PlayStarter): ScreenBullet {
  const { bullet_id: id, text, time_ms, realm, user_id } = row
  return { id, text, time_ms, ...appearanceOf(row), is_mine: viewer?.realm === realm && viewer.user_id === user_id }
}

/** Stored as text: only what the contract has is read back. */
function appearanceOf({ color, mode }: FilmBulletRow): Pick<FilmBullet, 'color' | 'mode'> {
  return {
    color: bulletColors.find((one) => one === color) ?? bulletColors[0],
    mode: bulletModes.find((one) => one === mode) ?? bulletModes[0],
  }
}
