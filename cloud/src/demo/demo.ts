/** HOMEPORT_DEMO=1: fills realms without posts with demo users, threads, pictures, comments and a demo account, in the background while the cloud serves requests. */
import { Readable } from 'node:stream'
import { setImmediate as breath } from 'node:timers/promises'
import { announcements, updates } from '@homeport/contract/shape/well-known-boards.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { Picture } from '@homeport/contract/shape/picture.ts'
import { createPasswords } from '../account/password.ts'
import { addUser, userByName } from '../account/store.ts'
import { seedThreads, type ThreadSeed } from '../forum/model/seed-threads.ts'
import { hasThreads } from '../forum/model/thread.store.ts'
import { addBullet } from '../guide/store.ts'
import type { Pictures } from '../media/pictures.ts'
import type { Realm } from '../kit/realm.ts'
import type { Uploads } from '../media/uploads.ts'
import { newId } from '../kit/auth.ts'
import { follow } from '../people/edge.store.ts'
import { drawScene, type Scene } from './pictures.ts'
import { demoEn } from './content-en.ts'
import type { DemoRealm } from './content.ts'
import { demoZh } from './content-zh.ts'

export const tourist = { username: 'demo', password: 'homeport-demo' } as const

const realmsDemo: Record<Lang, DemoRealm> = { en: demoEn, zh: demoZh }
const boardsFrom: Record<Lang, number> = { en: 200, zh: 100 }
const house = { announcements, updates }

/** Half of the drawn size, so that edges become smooth. */
const pictureMaxPx = 800

type Deps = { pictures: Pictures; uploads: Uploads; now: number }

export async function fillDemo(realms: readonly Realm[], deps: Deps): Promise<void> {
  for (const realm of realms) if (!(await hasThreads(realm.db))) await fill(realm, deps)
}

async function fill(realm: Realm, deps: Deps): Promise<void> {
  const { people, threads, bullets } = realmsDemo[realm.lang]
  const ids = await addPeople(realm, people, deps.now)
  const seeds: ThreadSeed[] = []
  for (const { board, pictures = [], ...thread } of threads) {
    const images: Picture[] = []
    for (const scene of pictures) images.push(await picture(realm, { ...deps, scene, user_id: ids.get(thread.by) ?? '' }))
    seeds.push({
      ...thread,
      images,
      board: typeof board === 'number' ? boardsFrom[realm.lang] + board : house[board][realm.lang],
    })
  }
  if (!(await seedThreads(realm, { ids, seeds, now: deps.now }))) return
  await realm.change(async (trx) => {
    for (const [at, { video, atMs, by, text, color = '#ffffff', mode = 'roll' }] of bullets.entries())
      await addBullet(trx, {
        bullet_id: newId(),
        video_id: video,
        user_id: ids.get(by) ?? '',
        text,
        time_ms: atMs,
        color,
        mode,
        created_at: deps.now - (at + 1) * 3_600_000,
        is_hidden: 0,
        sender_key: `demo-bullet-${String(at).padStart(8, '0')}`,
      })
    const [moderatorId, ...others] = [...ids].filter(([name]) => name !== tourist.username).map(([, id]) => id)
    const visitor = ids.get(tourist.username)
    for (const by of others) if (moderatorId !== undefined) await follow(trx, { by, user_id: moderatorId }, deps.now)
    for (const user_id of [moderatorId, others[0]])
      if (user_id !== undefined && visitor !== undefined) await follow(trx, { by: visitor, user_id }, deps.now)
    if (moderatorId !== undefined && visitor !== undefined) await follow(trx, { by: moderatorId, user_id: visitor }, deps.now)
  })
}

/** Returns user ids by name. An existing account that can be signed in to belongs to its user, whatever its name: it is not used. */
async function addPeople(realm: Realm, people: readonly string[], now: number): Promise<Map<string, string>> {
  const password_hash = await createPasswords().inTurn((hasher) => hasher.hash(tourist.password))
  const ids = new Map<string, string>()
  for (const username of [...people, tourist.username]) {
    // Only the demo account can sign in: the others have no password hash.
    const secret = username === tourist.username ? password_hash : ''
    const user_id = newId()
    const isNew = await realm.change((trx) => addUser(trx, { user_id, username, password_hash: secret, created_at: now }))
    const before = isNew ? undefined : await userByName(realm.db, username)
    if (isNew) ids.set(username, user_id)
    else if (before?.password_hash === '' && before.phone === '' && before.email === '') ids.set(username, before.user_id)
  }
  return ids
}

async function picture(
  realm: Realm,
  { pictures, uploads, now, scene, user_id }: Deps & { scene: Scene; user_id: string },
): Promise<Picture> {
  // drawing takes a while: pending requests go first
  await breath()
  const png = drawScene(scene)
  const file = await uploads.spool(Readable.from([png]), png.length)
  const options = { maxPx: pictureMaxPx, fit: 'inside' as const }
  const { picture_id, width, height } = await pictures.add(realm, file, { user_id, purpose: 'post', options, now })
  await uploads.drop(file)
  return { id: picture_id, width, height }
}
