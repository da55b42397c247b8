/** Boards of a realm. Each row counts its own posts only; the boards below are added on reading, so that two boards never wait for a third one's lock. */
import type { Board } from '@homeport/contract/forum.ts'
import type { Db, Trx } from '../../kit/db.ts'
import { prepared, type Slots } from '../../kit/db/prepared.ts'
import type { BoardSeed } from './default-boards.ts'

declare module '../../kit/db.ts' {
  interface Tables {
    boards: {
      board_id: number
      parent_id: number
      level: number
      /** Order set by the operator. */
      place: number
      name: string
      about: string
      is_closed: number
      /** Threads of this board only. */
      threads: number
      /** Posts of this board only. */
      posts: number
    }
  }
}

/** Creates missing boards; existing ones stay as the operator left them. */
export async function createDefaultBoards(db: Db, tree: readonly BoardSeed[]): Promise<void> {
  let place = 0
  const rows: {
    board_id: number
    parent_id: number
    level: number
    place: number
    name: string
    about: string
    is_closed: number
  }[] = []
  const walk = (plants: readonly BoardSeed[], parent_id: number, level: number) => {
    for (const { id, name, about, closed, below = [] } of plants) {
      place += 10
      rows.push({ board_id: id, parent_id, level, place, name, about, is_closed: closed ? 1 : 0 })
      walk(below, id, level + 1)
    }
  }
  walk(tree, 0, 1)
  await db
    .insertInto('boards')
    .values(rows.map((row) => ({ ...row, threads: 0, posts: 0 })))
    .onConflict((on) => on.column('board_id').doNothing())
    .execute()
}

/** The whole tree, each board after its parent; counts include the boards below. */
export async function boardsOf(db: Db): Promise<Board[]> {
  const rows = await db.selectFrom('boards').selectAll().orderBy('place').orderBy('board_id').execute()
  const boards: Board[] = []
  const add = (parent: number): { threads: number; posts: number } => {
    const sum = { threads: 0, posts: 0 }
    for (const { board_id, parent_id, level, name, about, is_closed, ...own } of rows) {
      if (parent_id !== parent) continue
      const at =
        boards.push({ id: board_id, parent_id, level, name, about, is_closed: is_closed === 1, threads: 0, posts: 0 }) - 1
      const below = add(board_id)
      const counts = { threads: own.threads + below.threads, posts: own.posts + below.posts }
      Object.assign(boards[at] ?? {}, counts)
      sum.threads += counts.threads
      sum.posts += counts.posts
    }
    return sum
  }
  add(0)
  return boards
}

/** The path from the top to a board, filled with 0 below it; undefined if there is no such board. */
export async function boardPath(
  db: Db,
  boardId: number,
): Promise<{ board_id: number; board_1: number; board_2: number; board_3: number; isClosed: boolean } | undefined> {
  const rows = await db.selectFrom('boards').select(['board_id', 'parent_id', 'is_closed']).execute()
  const byId = new Map(rows.map((row) => [row.board_id, row]))
  const board = byId.get(boardId)
  if (!board) return undefined
  const boardIds: number[] = []
  for (let at: typeof board | undefined = board; at; at = byId.get(at.parent_id)) boardIds.unshift(at.board_id)
  const [board_1 = 0, board_2 = 0, board_3 = 0] = boardIds
  return { board_id: boardId, board_1, board_2, board_3, isClosed: board.is_closed === 1 }
}

export async function levelOf(db: Db, boardId: number): Promise<number | undefined> {
  if (!isBoardId(boardId)) return undefined
  const [board] = await boardLevel(db, { boardId })
  return board?.level
}

const boardLevel = prepared(
  'level of a board',
  (db, slots: Slots<{ boardId: number }>) => db.selectFrom('boards').select('level').where('board_id', '=', slots.boardId),
  { isKept: true },
)

/** PostgreSQL answers with a fault if a value is too large for the column. */
export function isBoardId(id: number): boolean {
  return id > 0 && id <= 2_147_483_647
}

export async function addToBoardCount(
  trx: Trx,
  boardId: number,
  { threads, posts }: { threads: number; posts: number },
): Promise<void> {
  if (threads === 0 && posts === 0) return
  await trx
    .updateTable('boards')
    .set((row) => ({ threads: row('threads', '+', threads), posts: row('posts', '+', posts) }))
    .where('board_id', '=', boardId)
    .execute()
}
