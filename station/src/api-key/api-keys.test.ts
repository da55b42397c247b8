/** The keys of the film database and the subtitle service, against servers that speak their protocols, with all their faults. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { apiKeyRemove, apiKeys, apiKeySet, type ApiKey, type KeyService } from '@homeport/contract/api-key.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Act } from '@homeport/contract/kit/operation.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openFilmDatabase, testKeys, type DatabaseFault, type FilmDatabaseServer } from '../../../testing/film-database/server.ts'
import { handClock } from '../../../testing/hand-clock.ts'
import {
  openSubtitleProvider,
  testSubtitleKey,
  type SubtitleFault,
  type SubtitleServer,
} from '../../../testing/subtitle-provider/server.ts'
import { until } from '../../../testing/until.ts'
import { createEventBus, type StationEventBus } from '../shared/event-bus.ts'
import type { Feature } from '../kit/feature.ts'
import { Refusal } from '../kit/refusal.ts'
import { tryDatabaseKey } from '../movie/tmdb/client.ts'
import { createSubtitleService } from '../playback/provider/subtitle-service.ts'
import { clear, testFolder } from '../testing/downloads.ts'
import { apiKeyFeature } from './feature.ts'

const otherKey = 'fedcba9876543210fedcba9876543210'
const keyFile = () => join(folder, 'api-keys.json')

let folder: string
let database: FilmDatabaseServer
let subtitles: SubtitleServer
let clock: ReturnType<typeof handClock>
let box: Feature
let environment: Record<KeyService, string>
/** The key that each feature was last told to use. */
let used: Partial<Record<KeyService, string>>
let warned: string[]
let events: StationEventBus
let databaseUrl: string

beforeEach(async () => {
  folder = testFolder()
  database = await openFilmDatabase()
  subtitles = await openSubtitleProvider()
  databaseUrl = database.url
  clock = handClock(1_700_000_000_000)
  environment = { tmdb: '', opensubtitles: '' }
  used = {}
  warned = []
  box = open()
})
afterEach(async () => {
  await box.stop?.()
  await database.stop()
  await subtitles.stop()
  clear(folder)
})

function open({ tryWithinMs = 20_000 } = {}): Feature {
  const ownHosts = [database.url, subtitles.url, databaseUrl].map((url) => new URL(url).host)
  const http = { proxy: '', timeoutMs: 20_000, ownHosts }
  const service = createSubtitleService({ ...http, key: '', url: subtitles.url })
  events = createEventBus()
  const feature = apiKeyFeature({
    folder,
    events,
    environment,
    nameOf: (realm, user_id) => (realm === 'en' && user_id === 'u1' ? 'Ada' : ''),
    now: clock.now,
    elapsed: clock.now,
    warn: (line) => warned.push(line),
    onFault: (fault) => {
      throw fault
    },
    tryWithinMs,
  })
  const settings = () => ({ ...http, url: databaseUrl, images: database.images })
  return feature.connect({
    users: {
      tmdb: {
        tryKey: (key, signal) => tryDatabaseKey({ ...settings(), key }, signal),
        useKey: (key) => void (used.tmdb = key),
      },
      opensubtitles: { tryKey: service.key.tryKey, useKey: (key) => void (used.opensubtitles = key) },
    },
    waiting: async () => 46,
  })
}

async function act(one: Act, data: object): Promise<ApiKey[]> {
  const handler = box.acts?.find((each) => each.act.name === one.name)
  const from = { user_id: 'u1', role: 'owner' as const, name: 'Ada' }
  const reply: unknown = await handler?.run(data, { id: 'a', realm: 'en', from, expiresAt: Infinity })
  return apiKeys.output.parse(reply).data
}
const set = async (service: KeyService, key: string) => one(await act(apiKeySet, { service, key }), service)
const seen = async (service: KeyService) => one(await act(apiKeys, {}), service)
const one = (keys: ApiKey[], service: KeyService) => keys.find((each) => each.service === service)
const refusal = async (work: Promise<unknown>) => {
  const error = await work.catch((thrown: unknown) => thrown)
  return error instanceof Refusal ? { code: error.code, data: error.data } : error
}

describe('a key that works', () => {
  test('is tried at the service, kept in a file for the box’s user only, used at once, and told by its last four signs and who set it', async () => {
    expect(await set('tmdb', `  ${testKeys.v3}\n`)).toEqual({
      service: 'tmdb',
      state: 'works',
      fault: '',
      source: 'app',
      last_four: 'cdef',
      set_by: 'Ada',
      set_at: 1_700_000_000,
      waiting: 46,
    })
    expect(database.requests.map(({ path }) => path)).toEqual(['/3/configuration'])
    expect(used).toEqual({ tmdb: testKeys.v3 })
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600)
    expect(JSON.stringify(await act(apiKeys, {}))).not.toContain(testKeys.v3)
  })

  test('may be a token, or one of OpenSubtitles, and holds after a restart', async () => {
    expect(await set('tmdb', testKeys.v4)).toMatchObject({ state: 'works' })
    expect(await set('opensubtitles', testSubtitleKey)).toMatchObject({ state: 'works', last_four: 'ests', waiting: 0 })
    await box.stop?.()
    box = open()
    expect([await seen('tmdb'), await seen('opensubtitles')]).toMatchObject([{ state: 'works' }, { state: 'works' }])
  })

  test('is removed: nothing is asked with it any more, and the file has it no longer', async () => {
    await set('tmdb', testKeys.v3)
    expect(one(await act(apiKeyRemove, { service: 'tmdb' }), 'tmdb')).toMatchObject({
      state: 'none',
      source: '',
      last_four: '',
      waiting: 0,
    })
    expect(used.tmdb).toBe('')
    expect(readFileSync(keyFile(), 'utf8')).not.toContain(testKeys.v3)
  })

  test('goes with the last of the household, and stays as long as somebody is bound', async () => {
    await set('tmdb', testKeys.v3)
    events.emit('household', { realms: ['zh'], realm: 'en', sessions: [] })
    expect(await seen('tmdb')).toMatchObject({ state: 'works', source: 'app' })
    events.emit('household', { realms: [], realm: 'zh', sessions: [] })
    await until('it is gone', () => used.tmdb === '')
    expect(await seen('tmdb')).toMatchObject({ state: 'none', source: '' })
    expect(readFileSync(keyFile(), 'utf8')).not.toContain(testKeys.v3)
  })

  test('that the service refuses later is shown as refused once somebody looks', async () => {
    await set('tmdb', testKeys.v3)
    database.fail(401)
    clock.pass(600_000)
    await seen('tmdb')
    await until('it was tried again', async () => (await seen('tmdb'))?.state === 'refused')
  })
})

describe('a key that is wrong', () => {
  test.each([
    ['tmdb', otherKey],
    ['opensubtitles', 'another-key-of-tests'],
  ] as const)('%s: the service refuses it, and the one before stays', async (service, wrong) => {
    const right = service === 'tmdb' ? testKeys.v3 : testSubtitleKey
    await set(service, right)
    expect(await refusal(set(service, wrong))).toEqual({ code: Code.invalid, data: { field: 'key', rule: 'api_key_refused' } })
    expect([used[service], (await seen(service))?.state]).toEqual([right, 'works'])
    expect(readFileSync(keyFile(), 'utf8')).not.toContain(wrong)
  })

  test.each([
    ['tmdb', '', 'required'],
    ['tmdb', 'hello', 'api_key'],
    ['tmdb', `${testKeys.v3}0`, 'api_key'],
    ['tmdb', `${testKeys.v3}\nhost: x`, 'api_key'],
    ['tmdb', `eyJ${'a'.repeat(2_000)}.b.c`, 'range'],
    ['opensubtitles', 'two words here', 'api_key'],
    ['opensubtitles', 'key\r\nhost: elsewhere', 'api_key'],
    ['opensubtitles', '密钥密钥密钥密钥', 'api_key'],
    ['opensubtitles', 'x'.repeat(201), 'api_key'],
  ] as const)('%s: %j is told at the field, and no service is asked', async (service, key, rule) => {
    expect(await refusal(set(service, key))).toEqual({ code: Code.invalid, data: { field: 'key', rule } })
    expect([database.requests, subtitles.requests, existsSync(keyFile())]).toEqual([[], [], false])
  })
})

describe('a key that cannot be tried', () => {
  test.each<[DatabaseFault, string]>([
    [429, 'limit'],
    [503, 'away'],
    [500, 'away'],
    [404, 'away'],
    ['garbage', 'away'],
    ['away', 'away'],
    ['huge', 'away'],
  ])('tmdb answers with %s: it is kept, told as not tried for the reason %s, and tried later', async (kind, fault) => {
    database.fail(kind)
    expect(await set('tmdb', testKeys.v3)).toMatchObject({ state: 'untried', fault, last_four: 'cdef' })
    expect(used).toEqual({ tmdb: testKeys.v3 })
    database.recover()
    used = {}
    const before = database.requests.length
    box.slowTick?.()
    expect(database.requests).toHaveLength(before)
    clock.pass(30_000)
    box.slowTick?.()
    await until('it was tried', async () => (await seen('tmdb'))?.state === 'works')
    // The films that wait need not wait for the next look.
    expect(used).toEqual({ tmdb: testKeys.v3 })
    await box.stop?.()
    box = open()
    expect(await seen('tmdb')).toMatchObject({ state: 'works' })
  })

  test.each<[SubtitleFault, string]>([
    [406, 'limit'],
    [429, 'limit'],
    [500, 'away'],
    ['redirect', 'away'],
    ['garbage', 'away'],
    ['away', 'away'],
  ])('OpenSubtitles answers with %s: it is kept for the reason %s', async (kind, fault) => {
    subtitles.fail(kind)
    expect(await set('opensubtitles', testSubtitleKey)).toMatchObject({ state: 'untried', fault })
  })

  test('a service that never answers is given up', async () => {
    box = open({ tryWithinMs: 20 })
    database.fail('slow')
    expect(await set('tmdb', testKeys.v3)).toMatchObject({ state: 'untried', fault: 'away' })
  })

  test('without a network it says so', async () => {
    databaseUrl = 'http://database.invalid/3'
    box = open()
    expect(await set('tmdb', testKeys.v3)).toMatchObject({ state: 'untried', fault: 'no_network' })
  })

  test('it is tried less and less often, and a wrong one no longer', async () => {
    database.fail(503)
    await set('tmdb', otherKey)
    const tries = async (ms: number) => {
      const before = database.requests.length
      clock.pass(ms)
      box.slowTick?.()
      await until('no trial runs', async () => (await seen('tmdb'))?.state !== 'trying')
      return database.requests.length - before
    }
    expect([await tries(30_000), await tries(30_000), await tries(30_000)]).toEqual([1, 0, 1])
    database.recover()
    clock.pass(3_600_000)
    box.slowTick?.()
    await until('it is refused', async () => (await seen('tmdb'))?.state === 'refused')
    expect(await tries(300_000)).toBe(0)
  })

  test('a trial that ends after the key was removed changes nothing', async () => {
    database.fail(503)
    await set('tmdb', testKeys.v3)
    database.recover()
    clock.pass(30_000)
    box.slowTick?.()
    await act(apiKeyRemove, { service: 'tmdb' })
    await box.stop?.()
    expect([used.tmdb, readFileSync(keyFile(), 'utf8')]).toEqual(['', '{}'])
  })
})

describe('a key of the environment', () => {
  beforeEach(() => {
    environment = { tmdb: testKeys.v3, opensubtitles: '' }
  })

  test('wins, is tried when somebody looks, and nobody changes it', async () => {
    await set('tmdb', testKeys.v4)
    await box.stop?.()
    box = open()
    await until('it was tried', async () => (await seen('tmdb'))?.state === 'works')
    expect(await seen('tmdb')).toMatchObject({ source: 'environment', last_four: 'cdef', set_by: '', set_at: 0 })
    const no = { code: Code.notAllowed, data: { reason: 'environment' } }
    expect(await refusal(set('tmdb', testKeys.v4))).toEqual(no)
    expect(await refusal(act(apiKeyRemove, { service: 'tmdb' }))).toEqual(no)
    expect(await set('opensubtitles', testSubtitleKey)).toMatchObject({ state: 'works', source: 'app' })
  })

  test('gives way again to the one that was set once it is gone', async () => {
    environment = { tmdb: '', opensubtitles: '' }
    await set('tmdb', testKeys.v4)
    environment = { tmdb: testKeys.v3, opensubtitles: '' }
    await box.stop?.()
    box = open()
    expect(await seen('tmdb')).toMatchObject({ last_four: 'cdef' })
    environment = { tmdb: '', opensubtitles: '' }
    await box.stop?.()
    box = open()
    expect(await seen('tmdb')).toMatchObject({ source: 'app', last_four: testKeys.v4.slice(-4) })
  })
})

describe('the file', () => {
  test('that cannot be read is told without its text, and can be written anew', async () => {
    writeFileSync(keyFile(), `{"tmdb": {"key": "${testKeys.v3}"`)
    box = open()
    expect(await seen('tmdb')).toMatchObject({ state: 'none' })
    expect(warned).toHaveLength(1)
    expect(warned[0]).not.toContain(testKeys.v3)
    expect(await set('tmdb', testKeys.v3)).toMatchObject({ state: 'works' })
  })

  test('a kill in the middle of a save keeps a whole key', async () => {
    const program = fileURLToPath(new URL('../testing/save-keys.ts', import.meta.url))
    for (const saves of [1, 5, 20]) {
      const child = spawn(process.execPath, [program, keyFile()], { stdio: ['ignore', 'pipe', 'inherit'] })
      let saved = 0
      child.stdout.on('data', (data) => {
        saved += String(data).split('\n').length - 1
        if (saved >= saves) child.kill('SIGKILL')
      })
      await once(child, 'exit')
      const { tmdb } = JSON.parse(readFileSync(keyFile(), 'utf8'))
      expect(tmdb.key).toMatch(/^(a{800}|b{800})$/)
      expect(tmdb.set_at).toBeGreaterThanOrEqual(saves - 1)
    }
  })
})
