/** A user's own profile over HTTP: picture, texts, region, and the data export. */
import { expectCode } from '../testing/codes.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { avatar, avatarMaxBytes, cancel, cancelDays, exportData, profile, saveProfile } from '@homeport/contract/account.ts'
import { saveAddress } from '@homeport/contract/address.ts'
import { NickName } from '@homeport/contract/shape/field/rule.ts'
import { startTestCloud } from '../testing/cloud.ts'

let cloud: Awaited<ReturnType<typeof startTestCloud>>
beforeAll(async () => {
  cloud = await startTestCloud()
})
afterAll(() => cloud.stop())

const Answer = z.object({ code: z.number(), data: z.unknown() })

async function send(token: string, files: Blob[], url = cloud.url) {
  const body = new FormData()
  for (const file of files) body.append('file', file, '../../etc/passwd.svg')
  const response = await fetch(`${url}/en/forum${avatar.path}`, {
    method: 'POST',
    headers: { Token: token, Source: 'app' },
    body,
  })
  return Answer.parse(await response.json())
}

const picture = async (colour: string) =>
  new Blob([
    new Uint8Array(
      await sharp({ create: { width: 800, height: 600, channels: 3, background: colour } })
        .jpeg()
        .toBuffer(),
    ),
  ])

async function keptPictures(folder = cloud.folder): Promise<string[]> {
  const all = await readdir(join(folder, 'cloud', 'blobs'), { recursive: true, withFileTypes: true }).catch(() => [])
  return all.filter((one) => one.isFile() && one.name.endsWith('.webp')).map(({ name }) => name)
}

test('a picture is drawn anew and shown to anyone; the one before is gone; removed, none is left', async () => {
  const { token } = await cloud.signUp('painter')
  const first = await send(token, [await picture('#c4281b')])
  const { avatar: id } = (await cloud.ask(profile, {}, { token })).data
  expect(first).toMatchObject({ code: Code.ok, data: { avatar: id } })
  const shown = await fetch(`${cloud.url}/en/forum/picture/${id}`)
  expect(shown.headers.get('content-type')).toBe('image/webp')
  expect(await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).toMatchObject({ width: 512, height: 512 })
  expect((await fetch(`${cloud.url}/zh/forum/picture/${id}`)).status).toBe(404)

  const second = await send(token, [await picture('#336699')])
  expect(second).toMatchObject({ code: Code.ok })
  expect((await fetch(`${cloud.url}/en/forum/picture/${id}`)).status).toBe(404)
  expect(await keptPictures()).toHaveLength(1)
  expect((await cloud.ask(avatar, { remove: true }, { token })).data.avatar).toBe('')
  expect(await keptPictures()).toEqual([])
})

test('P33: two pictures, one byte too much, no picture, a script: each refused on the field, and the old picture stays', async () => {
  const { token } = await cloud.signUp('careful')
  await send(token, [await picture('#222222')])
  const before = (await cloud.ask(profile, {}, { token })).data.avatar
  const svg = new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/png' })
  const cases: [Blob[], string][] = [
    [[await picture('#000'), await picture('#fff')], 'images'],
    [[new Blob([new Uint8Array(avatarMaxBytes + 1)])], 'images_size'],
    [[svg], 'image'],
    [[], 'image_filled'],
  ]
  for (const [files, rule] of cases) {
    expect(await send(token, files)).toMatchObject({ code: Code.invalid, data: { field: 'file', rule } })
  }
  expectCode(await send('no token', [await picture('#fff')]), 'unknownToken')
  expect((await cloud.ask(profile, {}, { token })).data.avatar).toBe(before)
  expect(await keptPictures()).toEqual([`${before}.webp`])
})

test('a region is one of the list; anything else is refused on its field', async () => {
  const { token } = await cloud.signUp('traveller')
  for (const region of ['CN', 'CN-4403', 'CN-110105', 'CN-469001', 'US-CA', 'JP-13', 'GB', 'TV', ''])
    expect([region, (await cloud.ask(saveProfile, { region }, { token })).data.region]).toEqual([region, region])
  for (const region of ['CN-99', 'cn', 'US-CA-LA', 'XX', 'CN-4403-', '__proto__', 'constructor'])
    expect(await cloud.ask(saveProfile, { region }, { token, lang: 'en' })).toMatchObject({
      code: Code.invalid,
      data: { field: 'region', rule: 'region' },
    })
})

test('P30: any accepted nickname comes back byte for byte', async () => {
  const { token } = await cloud.signUp('manynames')
  const letters = fc.string({ unit: fc.constantFrom(...'aZ9_-.·é海港灯ñßøŁжעبकไทย한글'), minLength: 3, maxLength: 15 })
  await fc.assert(
    fc.asyncProperty(letters, async (nickname) => {
      const parsed = NickName.safeParse(nickname)
      const answer = await cloud.ask(saveProfile, { nickname }, { token })
      expect(answer.code).toBe(parsed.success ? Code.ok : Code.invalid)
      if (parsed.success) expect((await cloud.ask(profile, {}, { token })).data.nickname).toBe(nickname.normalize('NFC'))
    }),
    { numRuns: 60 },
  )
})

test('P12: the export holds one’s own, and neither a secret nor anything of another; too often it is refused', async () => {
  const { token, user_id } = await cloud.signUp('archivist')
  const other = await cloud.signUp('neighbour')
  const address = { name: '林小满', phone: '13800000001', region: 'CN-4403', detail: '海港路 8 号' }
  await cloud.ask(saveAddress, address, { token })
  await cloud.ask(saveAddress, { ...address, name: 'Somebody Else' }, { token: other.token })
  await cloud.ask(saveProfile, { birthday: '1990-02-28', region: 'CN-44' }, { token })
  const { data } = await cloud.ask(exportData, {}, { token })
  expect(data).toMatchObject({
    user_id,
    data: {
      account: {
        profile: { username: 'archivist', birthday: '1990-02-28', region: 'CN-44' },
        sessions: [{ address: expect.any(String) }],
      },
      address: { addresses: [{ name: '林小满', detail: '海港路 8 号', is_default: true }], invoices: [] },
      device: [],
      playback: [],
    },
  })
  const text = JSON.stringify(data)
  expect(text).not.toMatch(/Somebody Else|neighbour|argon2|hash|salt|openid/)
  const file = new DatabaseSync(join(cloud.folder, 'cloud', 'en.db'), { readOnly: true })
  const secrets = [
    token,
    ...file
      .prepare('select token_hash from sessions')
      .all()
      .map((row) => String(row['token_hash'])),
    ...file
      .prepare('select password_hash from users')
      .all()
      .map((row) => String(row['password_hash'])),
  ]
  file.close()
  expect(secrets.length).toBeGreaterThan(4)
  for (const secret of secrets) expect(text).not.toContain(secret)
  for (let n = 0; n < 9; n += 1) expectCode(await cloud.ask(exportData, {}, { token }), 'ok')
  expectCode(await cloud.ask(exportData, {}, { token }), 'tooMany')
})

test('P36: an erased account leaves no picture and no address, though the cloud was down when its days ended', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'homeport-erase-'))
  const first = await startTestCloud({ dataFolder })
  const { token, user_id } = await first.signUp('vanishing')
  await send(token, [await picture('#abcdef')], first.url)
  const { avatar: id } = (await first.ask(profile, {}, { token })).data
  await first.ask(saveAddress, { name: 'Vanishing', phone: '13800000001', region: 'CN', detail: 'Nowhere 1' }, { token })
  await first.ask(cancel, { posts: 'delete', password: 'vanishing-secret' }, { token })
  await first.stop()

  const later = Date.now() + cancelDays * 24 * 60 * 60_000
  const second = await startTestCloud({ dataFolder }, { now: () => later })
  const rowsOf = (table: string) => {
    const file = new DatabaseSync(join(dataFolder, 'cloud', 'en.db'), { readOnly: true })
    const rows = file.prepare(`select * from ${table} where user_id = ?`).all(user_id)
    file.close()
    return rows
  }
  await expect.poll(() => rowsOf('addresses')).toEqual([])
  await expect.poll(() => rowsOf('pictures')).toEqual([])
  expect((await fetch(`${second.url}/en/forum/picture/${id}`)).status).toBe(404)
  expect(rowsOf('users')).toMatchObject([{ username: '', avatar: '', region: '' }])
  expect(await keptPictures(dataFolder)).toEqual([])
  await second.stop()
  await rm(dataFolder, { recursive: true })
})
