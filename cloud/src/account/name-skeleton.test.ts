/** Usernames that look alike, in the address of a new account and where accounts are older than the rule. */
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { migrate, readSteps } from '../kit/db/migrate.ts'
import { eachDb, type TestDb } from '../testing/db.ts'
import { stepsFolder } from '../testing/template.ts'
import { skeletonOf } from './name-skeleton.ts'
import { addUser, blankUser } from './store.ts'

test.each([
  ['Harbormaster', 'H\u0430rb\u043ermaster'],
  ['Harbormaster', '\u041d\u0410RBORMASTER'],
  ['Harbormaster', 'harborrnaster'],
  ['Iris', 'lris'],
  ['user10', 'userlO'],
  ['\u53e3\u7891', '\u56d7\u7891'],
  ...['\u0323', '\u0307', '\u0331', '\u0332', '\u0333', '\u0336', '\u20e3', '\u20dd'].flatMap((mark) => [
    ['Harbormaster', `Harbor${mark}master`],
    ['小明同学', `小明${mark}同学`],
  ]),
  ...['.', '-', '_', '·', ' ', '\u0640', '\ua78f', '..', '.-_'].flatMap((sign) => [
    ['Harbormaster', `Harbor${sign}master`],
    ['Harbormaster', `Harbormaster${sign}`],
    ['小明同学', `小明${sign}同学`],
  ]),
  // Points and signs of vowels that belong to other scripts, and signs like commas and accents beside a letter.
  ...[
    '\u05b4',
    '\u05b0',
    '\u064e',
    '\u0655',
    '\u0483',
    '\u0489',
    '\u0e38',
    '\u093c',
    '\u1dc0',
    '\u02cc',
    '\u02cf',
    '\u02c9',
  ].flatMap((sign) => [
    ['Harbormaster', `Harbor${sign}master`],
    ['小明同学', `小明${sign}同学`],
    ['гавань', `гав${sign.replace(/[\u0483\u0489]/, '\u05b4')}ань`],
  ]),
  // Lines, dots and strokes of other scripts, in their several forms.
  ...[
    'ー',
    'ｰ',
    '一',
    'ㅡ',
    '丨',
    '々',
    'ヽ',
    'ヾ',
    '\u1843',
    '\u0971',
    '\u0e46',
    '\u0ec6',
    '\u1428',
    '\ua4fc',
    'ﾞ',
    'ﾟ',
    '\ufe71',
    'ーー',
    '-ー',
  ].flatMap((sign) => [
    ['Harbormaster', `Harbor${sign}master`],
    ['Harbormaster', `Harbormaster${sign}`],
    ['гавань', `гав${sign}ань`],
  ]),
  ['user 10', 'user.10'],
])('%s and %s look alike', (one, other) => {
  expect(skeletonOf(other)).toBe(skeletonOf(one))
})

test('names that look different have skeletons of their own', () => {
  const names = [
    'Harbormaster',
    'harbourmaster',
    '小明',
    '小朋',
    'Ñandú',
    'Nandu',
    'user_123',
    'user_132',
    'émile',
    'emile',
    'Zoë',
    'Zoe',
    'が行',
    'か行',
    'שִׂיר',
    'שׁיר',
    'ว่า',
    'ว้า',
    'किरण',
    'करण',
    'กี่',
    'กา',
    'façade',
    'facade',
    'Йота',
    'Иота',
    '___',
    'a--',
    '一二三',
    '二三',
    'ラーメン',
    'ラメン',
    '佐々木',
    '佐木',
    'ーーー',
    '小一',
    '小小',
    'Ann小',
  ]
  expect(new Set(names.map(skeletonOf)).size).toBe(names.length)
})

eachDb('usernames that look alike', (open, openBare) => {
  let opened: TestDb
  afterEach(() => opened.drop())
  const add = (user_id: string, username: string) =>
    opened.db.transaction().execute((trx) => addUser(trx, { user_id, username, password_hash: '', created_at: 0 }))

  test('the second is refused, until the first is erased', async () => {
    opened = await open()
    expect(await add('one', 'Harbormaster')).toBe(true)
    expect(await add('two', 'H\u0430rbormaster')).toBe(false)
    await opened.db.updateTable('users').set({ erase_at: 1 }).execute()
    await opened.db.transaction().execute((trx) => blankUser(trx, 'one', 2))
    expect(await add('two', 'H\u0430rbormaster')).toBe(true)
  })

  test.each([
    ['110', ['Harbormaster', 'Harbor.master', 'Harbor_master', 'Someone'], 'Harbor-master'],
    ['117', ['Harbormaster', 'Harborーmaster', 'Harbor一master', 'Someone'], 'Harbor丨master'],
    ['116', ['Harbormaster', 'Harbor\u05b4master', 'Harbor\u02ccmaster', 'Someone'], 'Harbor\u064emaster'],
  ])('twins of before the rule of step %s stay, and keep others from their look', async (before, names, next) => {
    opened = await openBare()
    const steps = await readSteps(stepsFolder)
    await migrate(opened.db, opened.address, { steps: steps.filter(({ name }) => name < before), now: () => 0 })
    for (const [at, username] of names.entries())
      await sql`insert into users (user_id, username, name_key, name_skeleton, password_hash, nickname, avatar, gender, birthday,
        region, phone, area_code, email, created_at) values (${username}, ${username}, ${username}, ${`older ${username}`}, '', '',
        '', 'private', '', '', '', '', '', ${at})`.execute(opened.db)
    await migrate(opened.db, opened.address, { steps, now: () => 0 })
    const rows = await opened.db.selectFrom('users').select(['username', 'name_skeleton']).orderBy('created_at').execute()
    expect(rows.map(({ name_skeleton }) => name_skeleton !== null)).toEqual([true, false, false, true])
    expect(await add('four', next)).toBe(false)
  })

  test('those of before stay, and keep others from their look', async () => {
    opened = await openBare()
    const steps = await readSteps(stepsFolder)
    const before = steps.filter(({ name }) => name < '099')
    await migrate(opened.db, opened.address, { steps: before, now: () => 0 })
    for (const username of ['Harbormaster', 'H\u0430rbormaster'])
      await sql`insert into users (user_id, username, name_key, password_hash, nickname, avatar, gender, birthday, region, phone,
        area_code, email, created_at) values (${username}, ${username}, ${username}, '', '', '', 'private', '', '', '', '', '', 0)`.execute(
        opened.db,
      )
    await migrate(opened.db, opened.address, { steps, now: () => 0 })
    expect(await opened.db.selectFrom('users').select('username').execute()).toHaveLength(2)
    expect(await add('three', 'Harb\u043ermaster')).toBe(false)
  })
})
