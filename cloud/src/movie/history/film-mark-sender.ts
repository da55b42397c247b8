/** Tells boxes what their users marked and where they stopped, for the TV page: all of it when a box connects and has another state, then each change. Before, it takes what they did on the box. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { createOneAtATimeByKey } from '@homeport/contract/kit/one-at-a-time.ts'
import type { In } from '@homeport/contract/kit/operation.ts'
import {
  filmMarkKinds,
  filmMarks,
  maxFilmMarks,
  filmPoints,
  type FilmMarkKind,
  type FilmPoint,
} from '@homeport/contract/movie/watch-history.ts'
import { createBackgroundTasks } from '../../kit/background-tasks.ts'
import type { Log } from '../../kit/log.ts'
import type { Realm } from '../../kit/realm.ts'
import type { UserBoxRequests } from '../../kit/http/serve.ts'
import { filmMarksOf, filmMarkState, filmPointsOf } from './film-mark.query.ts'

export type FilmMarkDeps = {
  /** Sends to an online box for a user; undefined if it is offline. */
  boxFor: (realm: Realm, userId: string, devsn: string) => UserBoxRequests | undefined
  /** The users bound to a box. */
  membersOf: (realm: Realm, devsn: string) => Promise<readonly { user_id: string }[]>
  /** The serial numbers of a user's boxes. */
  boxesOf: (realm: Realm, userId: string) => Promise<readonly string[]>
  /** Takes from the box what the user did on its screens. */
  takeChanges: (realm: Realm, of: Of, box: UserBoxRequests) => Promise<void>
  log: Log
}
type Of = { devsn: string; user_id: string }
type Change = { kind: FilmMarkKind; ids: readonly string[]; isMarked: boolean; at: number }
export type FilmMarkSender = ReturnType<typeof createFilmMarkSender>

export function createFilmMarkSender({ boxFor, membersOf, boxesOf, takeChanges, log }: FilmMarkDeps) {
  const work = createBackgroundTasks(log)
  /** Messages to a user's box arrive in order. */
  const oneAtATime = createOneAtATimeByKey()

  function inTurn({ lang }: Realm, { devsn, user_id }: Of, run: () => Promise<void>): void {
    work.run(oneAtATime(`${lang}/${devsn}/${user_id}`, run), 'A box could not be told what its user marked')
  }

  /** The state that the box has then; undefined if it does not answer. */
  async function send(box: UserBoxRequests, data: In<typeof filmMarks.input>): Promise<string | undefined> {
    const { code, data: reply } = await box.send(filmMarks.name, data)
    const read = filmMarks.output.safeParse(reply)
    return code === Code.ok && read.success ? read.data.state : undefined
  }

  async function transfer(realm: Realm, of: Of): Promise<void> {
    const box = boxFor(realm, of.user_id, of.devsn)
    if (!box) return
    await takeChanges(realm, of, box)
    // Read before the lists: with a write between the two the next connection transfers them again.
    const state = await filmMarkState(realm.db, of)
    const before = await send(box, { kind: 'favorite', mode: 'add', marks: [] })
    if (before === undefined || before === state) return
    for (const kind of filmMarkKinds) {
      const marks = await filmMarksOf(realm.db, of, kind)
      for (let at = 0; at === 0 || at < marks.length; at += maxFilmMarks) {
        const part = { kind, mode: at === 0 ? 'set' : 'add', marks: marks.slice(at, at + maxFilmMarks) } as const
        // A box of an older version refuses what it does not know.
        if ((await send(box, part)) === undefined && kind !== 'aside') return
      }
    }
    await sendPoints(box, await filmPointsOf(realm.db, of))
    await send(box, { kind: 'favorite', mode: 'add', marks: [], state })
  }

  /** A box of an older version refuses them. */
  async function sendPoints(box: UserBoxRequests, points: readonly FilmPoint[]): Promise<void> {
    for (let at = 0; at < points.length; at += maxFilmMarks)
      await box.send(filmPoints.name, { points: points.slice(at, at + maxFilmMarks) } satisfies In<typeof filmPoints.input>)
  }

  function changed(realm: Realm, of: Of, { kind, ids, isMarked, at }: Change): void {
    inTurn(realm, of, async () => {
      const box = boxFor(realm, of.user_id, of.devsn)
      if (!box) return
      for (let from = 0; from < ids.length; from += maxFilmMarks) {
        const marks = ids.slice(from, from + maxFilmMarks).map((id) => ({ id, at }))
        await send(box, { kind, mode: isMarked ? 'add' : 'remove', marks })
      }
      // Marking by hand and clearing an entry take the position too.
      if (kind === 'watched')
        await sendPoints(
          box,
          ids.map((id) => ({ id, point_ms: 0, at })),
        )
    })
  }

  async function toMembers(realm: Realm, devsn: string): Promise<void> {
    for (const { user_id } of await membersOf(realm, devsn)) sendAll(realm, { devsn, user_id })
  }

  function sendAll(realm: Realm, of: Of): void {
    inTurn(realm, of, () => transfer(realm, of))
  }

  return {
    /** All marks of a user, if the box has another state of them. */
    sendAll,
    /** The box connected: the same for each of its users. */
    connected: (realm: Realm, devsn: string) => work.run(toMembers(realm, devsn), 'The users of a box could not be read'),
    changed,
    /** The user did something on the box's screens. */
    take: (realm: Realm, of: Of): void =>
      inTurn(realm, of, async () => {
        const box = boxFor(realm, of.user_id, of.devsn)
        if (box) await takeChanges(realm, of, box)
      }),
    /** A favourite is one on each of the user's boxes. */
    favoriteChanged: async (realm: Realm, user_id: string, change: Change): Promise<void> => {
      for (const devsn of await boxesOf(realm, user_id)) changed(realm, { devsn, user_id }, change)
    },
    settled: () => work.settled(),
  }
}
