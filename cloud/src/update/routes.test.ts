/** Versions of the app: announced by the operator's command as a process, checked as an app checks them. */
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Code } from '@homeport/contract/kit/codes.ts'
import { checkForUpdates, type AppPlatform } from '@homeport/contract/update.ts'
import { readCloudConfig } from '../app/config.ts'
import { openRealmDbs } from '../operator/open-realm-dbs.ts'
import { eachCloud, type TestCloud } from '../testing/app-socket.ts'
import { startTestCloud } from '../testing/cloud.ts'
import { announceRelease, releaseLines } from './operator.ts'
import { servedBuildIn } from './served-build.ts'
import { compileCache } from '../../../testing/compile-cache.ts'

const tool = fileURLToPath(new URL('../operator/release.cli.ts', import.meta.url))
const texts = ['--zh', '搜索更快\\n更安静', '--en', 'Search is faster\\nCalmer notices']
const typed = {
  platform: 'android',
  version: '2.8.0',
  code: '',
  title: { zh: '', en: 'Nine' },
  text: { zh: '搜索更快', en: 'Search is faster' },
  url: 'https://example.org/homeport.apk',
  size: '',
  isForced: false,
}
const url = 'https://example.org/homeport.apk'

eachCloud('versions of the app', (start) => {
  let cloud: TestCloud
  beforeAll(async () => {
    cloud = await start()
  })
  afterAll(() => cloud.stop())

  function operator(...words: string[]): { status: number | null; out: string; err: string } {
    const { status, stdout, stderr } = spawnSync(process.execPath, [tool, ...words], {
      env: {
        ...compileCache,
        PATH: '/nowhere',
        NODE_NO_WARNINGS: '1',
        HOMEPORT_DATA: cloud.folder,
        ...(cloud.databaseUrl && { DATABASE_URL: cloud.databaseUrl }),
      },
      encoding: 'utf8',
    })
    return { status, out: stdout, err: stderr }
  }
  const check = async (app_platform: AppPlatform, version_code: number, lang: 'zh' | 'en' = 'en') =>
    (await cloud.ask(checkForUpdates, { version: '', version_code, app_platform, package_name: 'app.homeport' }, { lang })).data

  test('an announced version reaches the apps of its platform in both realms, and only those that run an older one', async () => {
    expect(await check('android', 20700)).toBeNull()
    const added = operator('add', 'android', '2.8.0', ...texts, '--url', url, '--size', '18000000')
    expect(added).toEqual({ status: 0, out: '2.8.0 (20800) is announced for android.\n', err: '' })
    for (const lang of ['zh', 'en'] as const)
      expect(await check('android', 20700, lang)).toEqual({
        version_code: 20800,
        version_name: '2.8.0',
        title_cn: 'Homeport 2.8.0',
        title_en: 'Homeport 2.8.0',
        content_cn: '搜索更快\n更安静',
        content_en: 'Search is faster\nCalmer notices',
        is_force: 0,
        url,
        size: 18_000_000,
      })
    expect(await check('android', 20800)).toBeNull()
    expect(await check('ios', 20700)).toBeNull()
  })

  test('who skipped a forced version is forced to the one after it; who has it is not', async () => {
    const realmDbs = await openRealmDbs(readCloudConfig({ HOMEPORT_DATA: cloud.folder, DATABASE_URL: cloud.databaseUrl }))
    const announce = (version: string, isForced: boolean) =>
      announceRelease(realmDbs.realmDbs, { ...typed, platform: 'ios', version, isForced }, 1_000)
    await announce('2.8.0', true)
    await announce('2.9.0', false)
    expect(await check('ios', 20700)).toMatchObject({ version_code: 20900, title_en: 'Nine', is_force: 1 })
    expect(await check('ios', 20800)).toMatchObject({ version_code: 20900, is_force: 0 })
    expect(await releaseLines(realmDbs.realmDbs)).toContain(
      'ios  2.8.0  20800  forced  Homeport 2.8.0 / Nine  https://example.org/homeport.apk',
    )
    await realmDbs.stop()
    expect(operator('remove', 'ios', '2.9.0')).toMatchObject({ status: 0, err: '' })
    expect(await check('ios', 20800)).toBeNull()
  })

  test('a wrong version code is an error that names the field', async () => {
    const input = { version: '', version_code: -1, app_platform: 'h5' as const, package_name: '' }
    expect(await cloud.ask(checkForUpdates, input, { lang: 'en' })).toMatchObject({
      code: Code.invalid,
      data: { field: 'version_code', rule: 'range' },
    })
  })
})

test.each([
  [{ platform: 'windows' }, 'There is no platform "windows": write one of h5, android, ios.'],
  [{ version: '2.10' }, 'The version is "2.10"; write it as three numbers, such as 2.8.0.'],
  [{ code: 'x' }, '--code is "x"; write a number from 1 to 2000000000.'],
  [{ url: 'http://example.org/a' }, '--url must be the address of the package and begin with https://.'],
  [{ platform: 'h5' }, '--url is not for h5: a browser takes the build that this cloud serves.'],
  [{ size: '18 MB' }, '--size is "18 MB"; write the size of the package in bytes.'],
  [{ text: { zh: '新', en: ' ' } }, '--en is missing: write what is new, a line for each change (\\n between two).'],
  [{ text: { zh: '新'.repeat(121), en: 'New' } }, '--zh must be at most 12 lines of at most 120 characters each.'],
  [{ title: { zh: '', en: 'a\nb' } }, '--title-en must be one line of 1 to 60 characters.'],
])('%o cannot be announced', async (wrong, sentence) => {
  await expect(announceRelease([], { ...typed, ...wrong }, 1_000)).rejects.toThrow(sentence)
})

test('a browser is told of the build that is served, in the words of its announcement if there is one', async () => {
  const webFolder = await mkdtemp(join(tmpdir(), 'homeport-web-'))
  await writeFile(join(webFolder, 'build.json'), '{"build":"b","version_name":"2.8.0","version_code":20800}')
  const cloud = await startTestCloud({ webFolder })
  const check = async (version_code: number) =>
    (await cloud.ask(checkForUpdates, { version_code, app_platform: 'h5' }, { lang: 'zh' })).data
  expect(await check(20800)).toBeNull()
  expect(await check(20700)).toMatchObject({ version_name: '2.8.0', title_cn: 'Homeport 2.8.0', content_cn: '', url: '' })
  const { realmDbs, stop } = await openRealmDbs(readCloudConfig({ HOMEPORT_DATA: cloud.folder }))
  for (const version of ['2.8.0', '2.9.0']) await announceRelease(realmDbs, { ...typed, platform: 'h5', url: '', version }, 1_000)
  await stop()
  expect(await check(20700)).toMatchObject({ version_name: '2.8.0', content_cn: '搜索更快', is_force: 0, url: '' })
  expect(await check(20800)).toBeNull()
  await cloud.stop()
  await rm(webFolder, { recursive: true })
})

test('the served build is read anew when it changes; a file that is half written counts as none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'homeport-build-'))
  const file = join(folder, 'build.json')
  const build = servedBuildIn(folder)
  expect(await build()).toBeNull()
  await writeFile(file, '{"build":"a","version_name":"2.8.0","version_co')
  expect(await build()).toBeNull()
  await writeFile(file, '{"build":"a","version_name":"2.8.0","version_code":20800}')
  await utimes(file, 5, 5)
  expect(await build()).toEqual({ build: 'a', version_name: '2.8.0', version_code: 20800 })
  await rm(folder, { recursive: true })
})
