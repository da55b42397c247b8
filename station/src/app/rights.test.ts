/** Rights of owner and member on a box: every act of the contract has a row, and what is the owner’s alone is refused to a member (P15). An act without a row here fails. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { acts } from '@homeport/contract/all.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { openTestCloud, type TestCloud } from '../testing/cloud.ts'
import { clear, testFolder } from '../testing/downloads.ts'
import { readStationConfig } from './config.ts'
import { startStation, type Station } from './start.ts'

const words = (text: string) => text.trim().split(/\s+/)
/** Acts that take something away from the others, let somebody in, hold a key or a password, or lead the box elsewhere. */
const ownersAlone = words(`
  api_keys api_key_set api_key_remove
  household_invite save_download_config torrent_program_set update_set
  feed_list feed_save feed_remove feed_try feed_take feed_check
  file_delete film_delete bin_empty bin_restore
  screen_admit screen_forget screen_rename screen_kodi_add
`)
/** Acts of everybody in the household. */
const members = words(`
  conversion_test conversion_test_run device_info device_status storage_info update_status lan_access
  magnet_uri start_task stop_task remove_task_and_file task_list task_query task_changes
  task_change task_detail task_file_priority task_look_again task_many task_move task_order
  task_recheck task_rename task_trackers download_status get_download_config torrent_program
  file_list file_copy file_move file_rename file_download file_job file_upload file_upload_part
  folder_make get_media_files
  movie_list movie_query movie_detail movie_counts movie_look movie_scan movie_sync watched_size
  film_identify film_lookup film_match film_write film_forget films_accept films_undo bin_list
  films_unidentified database_search names_read episodes_missing wish_add wish_list wish_remove
  film_bullet_add film_bullet_remove film_bullets film_changes film_marks film_points
  copy_prepare copy_state copy_sizes copy_subtitles copy_ticket copy_point copy_remove
  play exit_player player_bitrate player_list player_next player_pause player_resume player_seek
  player_sleep player_speed player_status player_stay player_volume remote_key remote_text
  play_queue play_queue_add play_queue_move play_queue_remove screen_here screen_list
  track_habit track_set_habit file_tracks player_tracks player_set_tracks
  subtitle_fetch subtitle_readings subtitle_search
`)

const atBox = acts.filter(({ at }) => at === 'box')
const Samples = z.array(z.object({ act: z.string(), data: z.unknown() }))
const fixtures = new URL('../../../contract/fixtures/acts.json', import.meta.url)
const samples = Samples.parse(JSON.parse(readFileSync(fixtures, 'utf8')))
const member = { user_id: 'u2', role: 'member', name: 'Ben' } as const

let folder: string
let cloud: TestCloud
let box: Station

beforeAll(async () => {
  folder = testFolder()
  cloud = await openTestCloud()
  const env = { PATH: process.env.PATH, HOMEPORT_DATA: join(folder, 'data'), HOMEPORT_CLOUD: cloud.url }
  box = await startStation({ ...readStationConfig(env), screenPort: 0 }, { print: () => {}, warn: () => {} })
  await cloud.hello()
})
afterAll(async () => {
  await box.stop()
  await cloud.stop()
  clear(folder)
})

test('every act of the contract has its row, and needs what its row says', () => {
  const needs = (name: string) => atBox.filter((act) => act.needs === name).map((act) => act.name)
  expect(needs('owner').toSorted()).toEqual(ownersAlone.toSorted())
  expect(needs('member').toSorted()).toEqual(members.toSorted())
  expect(atBox.filter((act) => act.needs !== 'owner' && act.needs !== 'member')).toEqual([])
})

test.each(ownersAlone)('P15: %s is refused to a member, whatever the data, and does nothing', async (act) => {
  const data = samples.filter((one) => one.act === act).map((one) => one.data)
  expect(data.length).toBeGreaterThan(0)
  for (const one of [...data, {}, null, [], { devsn: box.devsn, role: 'owner', from: { role: 'owner' } }])
    expect(await cloud.act(box.devsn, act, one, { from: member })).toMatchObject({ code: Code.notAllowed, data: null })
})
