/** Uses a version as people do before its data is kept: accounts, a bound box, downloads in every state, films half seen, posts, messages, addresses, feedback. */
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { findMediaTools } from '../../station/src/shared/ffmpeg.ts'
import { openTestPage } from '../../station/src/testing/tv.ts'
import { type Checkout, type Lang } from './checkout.ts'
import { until } from '../../testing/until.ts'

const password = 'a calm harbour'
/** Where everybody may post. */
const boards = { zh: 113, en: 213 }
type Made = { id: string }
type List<T> = { data: T[] }
type Task = { task_id: string; status: number; url: string }
type Act = <T = unknown>(name: string, data?: object) => Promise<T>
type Person = { token: string; user_id: string; lang: Lang }

export async function fill(programs: Checkout): Promise<void> {
  await makeFilm(path.join(programs.films, 'Metropolis (1927).mp4'))
  await makeFilm(path.join(programs.films, '流浪地球 (2019) 1080p.mp4'))
  for (const lang of ['zh', 'en'] as const) {
    const demo = { username: 'demo', password: 'homeport-demo', agreed: 1 }
    await until('the tour is there', async () => Boolean(await programs.ask('forum/user/account/login', demo, { lang })))
    const [lin, ada] = [await signUp(programs, 'lin', lang), await signUp(programs, 'ada', lang)]
    await people(programs, lin, ada)
    await forum(programs, lin, ada)
    await account(programs, lin)
  }
  const owner = await programs.ask<{ token: string }>('forum/user/account/login', { username: 'lin', password, agreed: 1 })
  await box(programs, owner.token)
}

async function signUp({ ask }: Pick<Checkout, 'ask'>, username: string, lang: Lang): Promise<Person> {
  const account = { username, password, agreed: 1 }
  const { token, user } = await ask<{ token: string; user: { user_id: string } }>('forum/user/account/register', account, {
    lang,
  })
  return { token, user_id: user.user_id, lang }
}

async function people({ ask }: Checkout, lin: Person, ada: Person): Promise<void> {
  await ask('forum/spacecp/follow', { user_id: lin.user_id }, ada)
  await ask('forum/message/send', { to: lin.user_id, id: randomUUID(), text: '今晚看 Metropolis 吗？' }, ada)
  await ask('forum/message/send', { to: ada.user_id, id: randomUUID(), text: 'Yes <b>please</b>' }, lin)
  const { user_id } = await signUp({ ask }, 'noisy', lin.lang)
  await ask('forum/space/block', { user_id }, lin)
}

async function forum({ ask, operate }: Checkout, lin: Person, ada: Person): Promise<void> {
  operate('moderator', ['ada', `--${ada.lang}`])
  operate('moderator', ['forbid', 'casino', `--${ada.lang}`])
  operate('banner', ['add', ada.lang, 'Film night', '--about', 'On Friday', '--scene', 'lamp'])
  const image = await ask<Made>('forum/forum/upload', await picture(), lin)
  const options = { reverse: false, author_only: false, notify: true }
  const written = {
    id: randomUUID(),
    board_id: boards[lin.lang],
    title: '磁力链接不动 magnet stuck',
    content: 'since the **new** router',
  }
  const place = { name: '深圳 · 南山', lat: 22.53, lon: 113.93 }
  const thread = await ask<Made>('forum/forum/post', { ...written, tags: ['磁力'], images: [image.id], options, place }, lin)
  const reply = await ask<Made>('forum/forum/reply', { id: randomUUID(), thread_id: thread.id, text: '开了 UPnP 就好了 👍' }, ada)
  await ask(
    'forum/forum/edit',
    { id: thread.id, board_id: boards[lin.lang], title: written.title, content: 'solved', tags: ['磁力'] },
    lin,
  )
  await ask('forum/forum/like', { id: thread.id, type: 'thread' }, ada)
  await ask('forum/forum/like', { id: reply.id, type: 'reply' }, lin)
  await ask('forum/spacecp/favorite', { id: thread.id, type: 'thread' }, ada)
  await ask('forum/forum/thread', { id: thread.id }, ada)
  await ask('forum/forum/read', { id: thread.id, floor: 2 }, ada)
  await ask('forum/forum/saveDraft', { id: randomUUID(), content: '还没写完', tags: '', options }, lin)
  await ask('forum/forum/search', { q: '磁力' }, lin)
  await ask('forum/forum/report', { id: reply.id, type: 'reply', reason: 'spam', text: '' }, lin)
  const spare = await ask<Made>('forum/forum/reply', { id: randomUUID(), thread_id: thread.id, text: 'wrong thread' }, ada)
  await ask('forum/forum/remove', { id: spare.id, type: 'reply' }, ada)
  const comment = { id: randomUUID(), video_id: 'first-start', text: '原来这么简单 <3', time_ms: 4200, color: '#ffd54f' }
  const bullet = await ask<Made>('manager/api/Strategy/insertBullet', comment, lin)
  await ask('manager/api/strategy/reportBullet', { id: bullet.id, reason: 'spam', text: '' }, ada)
}

async function account({ ask }: Checkout, lin: Person): Promise<void> {
  const profile = { nickname: '海港灯', gender: 'private', birthday: '1990-02-28', region: 'CN-4401' }
  await ask('forum/user/account/saveProfile', profile, lin)
  await ask('forum/user/account/avatar', await picture(), lin)
  const home = { name: '林小满', phone: '13800000001', region: 'CN-4403', detail: '海港路 8 号', is_default: true }
  await ask('forum/user/address/save', home, lin)
  await ask('forum/user/invoice/save', { type: 'personal', title: '林小满' }, lin)
  await ask('forum/user/account/sendCode', { purpose: 'login', area_code: '86', phone: '13800000001' }, lin)
  const feedback = await picture()
  feedback.set('text', '影片播放到一半会卡住。')
  feedback.set('contact', 'lin@example.com')
  await ask('help/api/app/feekback', feedback, lin)
}

async function box(programs: Checkout, token: string): Promise<void> {
  const { ask, operate } = programs
  const pairing: { devsn: string; code: string } = JSON.parse(operate('pair', []))
  const { devid, devsn } = await ask<{ devid: string; devsn: string }>('device/user/device/bind', pairing, { token })
  await ask('device/user/device/rename', { devsn, name: '客厅' }, { token })
  const act: Act = (name, data = {}) => programs.act(devsn, { act: name, data, token })
  const files = await openFiles(path.join(programs.films, 'Metropolis (1927).mp4'))
  try {
    for (const file of ['Safety Last (1923).mp4', 'slow.bin', 'missing.bin'])
      await act('start_task', { url: `${files.url}/${encodeURIComponent(file)}` })
    const tasks = async () => (await act<List<Task>>('task_list', { limit: 99 })).data
    const slow = (await tasks()).find(({ url }) => url.endsWith('slow.bin'))
    await act('stop_task', { task_id: slow?.task_id })
    await until('one task is done, one stopped, one failed', async () => {
      const states = (await tasks()).map(({ status }) => status)
      return states.includes(2) && states.includes(0) && states.some((status) => status === 3 || status === -1)
    })
  } finally {
    files.stop()
  }
  let list: Made[] = []
  await until('the films are in the cloud', async () => {
    list = (await ask<List<Made>>('device/movie/movie/list', { devid, page: 1, limit: 20 }, { token })).data
    return list.length === 3
  })
  await watch(programs, act, list[0]?.id ?? '')
  await until('the position is in the cloud', async () => {
    const history = await ask<List<unknown>>('device/movie/history/list', { devid, page: 1, limit: 20 }, { token })
    return history.data.length === 1
  })
}

/** A film seen half on a TV page that reports as a browser does. */
async function watch(programs: Checkout, act: Act, movieId: string): Promise<void> {
  const stranger = await openTestPage(programs.screenUrl)
  const { digits } = await stranger.word('face', ({ face }) => face === 'digits')
  await act('screen_admit', { digits })
  await stranger.word('admitted')
  stranger.close()
  const page = await openTestPage(programs.screenUrl, { cookie: stranger.cookie })
  await page.word('face', ({ face }) => face === 'inside')
  const [load] = await Promise.all([
    page.word('load').then((word) => {
      const report = { kind: 'report', play_id: word.play_id, seq: word.seq, volume: 80, sound: 'on' } as const
      page.send({ ...report, state: 'playing', point: 0 })
      return word
    }),
    act('play', { movie_id: movieId }),
  ])
  const report = { kind: 'report', play_id: load.play_id, seq: load.seq, volume: 80, sound: 'on' } as const
  page.send({ ...report, state: 'paused', point: 9_000 })
  await until('the box knows where the film stands', async () => {
    return (await act<{ current_point: number }>('player_status')).current_point === 9_000
  })
  await act('exit_player')
  page.close()
}

/** A form with a picture of moving bars. */
async function picture(): Promise<FormData> {
  const frame = ['-f', 'lavfi', '-i', 'testsrc2=size=64x64', '-frames:v', '1', '-c:v', 'png', '-f', 'image2', '-']
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(await runFfmpeg(frame))], { type: 'image/png' }), 'picture.png')
  return form
}

async function makeFilm(file: string): Promise<void> {
  await runFfmpeg(['-f', 'lavfi', '-i', 'testsrc2=size=160x90:rate=12:duration=20', '-c:v', 'libx264', file])
}

async function runFfmpeg(words: string[]): Promise<Buffer> {
  const { ffmpeg } = await findMediaTools({ searchPath: process.env.PATH ?? '' })
  const { status, stdout, stderr } = spawnSync(ffmpeg?.path ?? '', ['-v', 'error', ...words])
  if (status !== 0) throw new Error(`ffmpeg failed: ${String(stderr)}`)
  return stdout
}

/** One file comes at once, one drips, one is not there. */
async function openFiles(film: string): Promise<{ url: string; stop: () => void }> {
  const server = http.createServer((request, response) => {
    if (request.url?.includes('missing')) return response.writeHead(404).end()
    if (!request.url?.includes('slow')) return response.end(readFileSync(film))
    response.writeHead(200, { 'content-length': 1 << 22, 'accept-ranges': 'bytes' })
    const timer = setInterval(() => response.write(Buffer.alloc(1_024)), 100)
    response.on('close', () => clearInterval(timer))
    return undefined
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
