/** A box's folder of an earlier version (station/fixtures, made by scripts/make-upgrade-fixture.ts) is opened by today's box, and nothing of it is lost. */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { taskList } from '@homeport/contract/download/download.ts'
import { screenList } from '@homeport/contract/playback/screen.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { migrations } from '../../migrations/all.ts'
import { openDb } from '../kit/db.ts'
import { openTestCloud } from '../testing/cloud.ts'
import { clear, testFolder } from '../testing/downloads.ts'
import { readStationConfig } from './config.ts'
import { startStation } from './start.ts'

/** Changes that migrations after the fixture's version mean to make; each new migration adds its own. */
const intended = {
  newTables: {
    '060-pending-play': ['pending_play'],
    '075-series-and-identity': [
      'movie_art',
      'movie_database_answer',
      'movie_episode_facts',
      'movie_identity',
      'movie_identity_change',
      'movie_unreadable',
    ],
    '076-beside-films': ['movie_beside'],
    '078-recycle-bin': ['movie_bin'],
    '079-tracks': ['fetched_subtitle', 'subtitle_offset', 'track_choice', 'track_habit'],
    '080-play-queue': ['now_playing', 'play_queue'],
    '081-film-bullets': ['film_bullet'],
    '083-screen-limit': ['screen_limit'],
    '084-catalog': [
      'film_watched',
      'movie_catalog',
      'movie_catalog_value',
      ...['', '_config', '_content', '_data', '_docsize', '_idx'].map((part) => `movie_catalog_words${part}`),
    ],
    '089-file-upload': ['file_upload'],
    '091-lan-access': ['lan_access'],
    '095-viewers': ['sleep_timer', 'viewer_film', 'viewer_state'],
    '096-viewer-points': ['sqlite_sequence', 'viewer_change', 'viewer_point'],
    '098-merged-films': ['movie_merged'],
    '099-subtitle-encoding': ['subtitle_encoding'],
    '103-feeds': ['feed', 'feed_item', 'feed_taken'],
    '104-wishes': ['wish', 'wish_taken'],
    '108-offline-copies': ['offline_copy'],
    '117-unwritten-torrents': ['unwritten_torrent'],
  },
  newColumns: {
    '050-old-task-id': ['task.old_task_id'],
    '070-task-retry': ['task.next_at', 'task.tried_size', 'task.tries'],
    '074-task-file-adopted': ['task_file.is_adopted'],
    '075-series-and-identity': [
      'movie_film.air_date',
      'movie_film.episode',
      'movie_film.episode_end',
      'movie_film.kind',
      'movie_film.season',
      'movie_film.series_id',
    ],
    '076-beside-films': [
      'movie_film.art',
      'movie_film.backdrop',
      'movie_film.backdrop_art',
      'movie_film.beside_changed',
      'movie_film.nfo',
    ],
    '082-screen-kind': ['screen.kind', 'screen.realm', 'screen.user_id'],
    '084-catalog': ['movie_film.catalog_changed'],
    '085-task-control': [
      'task.category',
      'task.checking',
      'task.down_limit',
      'task.first_files',
      'task.folder_id',
      'task.folder_path',
      'task.given_name',
      'task.is_live',
      'task.login',
      'task.moved_at',
      'task.moving_to',
      'task.priority',
      'task.queue_order',
      'task.seed_minutes',
      'task.seed_ratio',
      'task.trackers_added',
      'task.trackers_removed',
      'task.up_limit',
      'task.up_size',
    ],
    '109-task-fruitless': ['task.is_fruitless'],
    '115-inbox-sender': ['inbox.sender'],
  },
  grown: { every: ['kysely_migration'] },
  /** In every row by one. */
  raised: { '105-version-details': ['movie_film.changed'] },
}
const all = (changes: Record<string, string[]>) => Object.values(changes).flat().sort()

type Tables = Map<string, { columns: string[]; rows: Record<string, unknown>[] }>

let folder: string
let file: string
beforeEach(() => {
  folder = testFolder()
  const fixture = (name: string) => new URL(`../../fixtures/4d4b233/${name}`, import.meta.url)
  mkdirSync(join(folder, 'station'))
  file = join(folder, 'station', 'station.db')
  writeFileSync(file, gunzipSync(readFileSync(fixture('station.db.gz'))))
  copyFileSync(fixture('key.pem'), join(folder, 'station', 'key.pem'))
})
afterEach(() => clear(folder))

it('every row of 4d4b233 is there after the migrations, and they change only what they mean to', async () => {
  const before = readTables()
  await (await openDb(file, migrations)).destroy()
  const after = readTables()
  expect([...before.values()].every(({ rows }) => rows.length > 0)).toBe(true)
  expect(before.size).toBeGreaterThan(11)
  expect(lostRows(raised(before), after)).toEqual({})
  const tables = [...before].map(([table, { columns, rows }]) => ({ table, columns, rows, now: after.get(table) }))
  expect({
    newTables: [...after.keys()].filter((table) => !before.has(table)),
    newColumns: tables.flatMap(({ table, columns, now }) =>
      (now?.columns ?? []).filter((one) => !columns.includes(one)).map((one) => `${table}.${one}`),
    ),
    grown: tables.filter(({ rows, now }) => (now?.rows.length ?? 0) > rows.length).map(({ table }) => table),
  }).toEqual({
    newTables: all(intended.newTables),
    newColumns: all(intended.newColumns),
    grown: all(intended.grown),
  })
})

it('the box of 4d4b233 comes up as itself, with its downloads and its screen', async () => {
  const cloud = await openTestCloud()
  const env = { PATH: process.env.PATH, HOMEPORT_DATA: folder, HOMEPORT_CLOUD: cloud.url }
  const config = { ...readStationConfig(env), screenPort: 0 }
  const box = await startStation(config, { print: () => {}, warn: () => {} })
  try {
    await cloud.hello()
    expect(box.devsn).toBe('NP3G27ONLZMNTBMJ')
    const tasks = taskList.output.parse((await cloud.act(box.devsn, taskList.name, { limit: 99 })).data)
    expect(tasks.data.map(({ name, status, old_task_id }) => [name, status, old_task_id]).sort()).toEqual([
      ['Safety Last (1923).mp4', 2, ''],
      ['missing.bin', 3, ''],
      ['slow.bin', 0, ''],
    ])
    const screens = screenList.output.parse((await cloud.act(box.devsn, screenList.name, {})).data)
    expect(screens.data).toHaveLength(1)
  } finally {
    await box.stop()
    await cloud.stop()
  }
})

function readTables(): Tables {
  const database = new DatabaseSync(file, { readOnly: true })
  const names = database.prepare("select name from sqlite_schema where type = 'table' order by name").all()
  const tables: Tables = new Map(
    names.map(({ name }) => [
      String(name),
      {
        columns: database
          .prepare('select name from pragma_table_info(?) order by name')
          .all(String(name))
          .map((column) => String(column.name)),
        rows: database.prepare(`select * from "${String(name)}"`).all(),
      },
    ]),
  )
  database.close()
  return tables
}

/** The tables as they are once each intended column is raised. */
function raised(tables: Tables): Tables {
  const columns = all(intended.raised)
  const raise = (table: string, row: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => [column, columns.includes(`${table}.${column}`) ? Number(value) + 1 : value]),
    )
  return new Map(
    [...tables].map(([table, { rows, ...rest }]) => [table, { ...rest, rows: rows.map((row) => raise(table, row)) }]),
  )
}

/** By table, the rows of before that are not there as they were in the columns of before. */
function lostRows(before: Tables, after: Tables): Record<string, unknown[]> {
  const lost = [...before].map(([table, { columns, rows }]) => {
    const keyOf = (row: Record<string, unknown>) => JSON.stringify(columns.map((column) => row[column]))
    const remaining = new Set(after.get(table)?.rows.map(keyOf))
    return [table, rows.filter((row) => !remaining.has(keyOf(row)))] as const
  })
  return Object.fromEntries(lost.filter(([, rows]) => rows.length > 0))
}
