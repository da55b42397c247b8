/** Unsent text, over a reload of the tab. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aSignIn } from '../../testing/samples.ts'

type Modules = typeof import('./unsent-forms.ts') & typeof import('./draft.ts') & typeof import('../session.ts')

/** The app as it starts in this tab. */
async function load(): Promise<Modules> {
  vi.resetModules()
  return { ...(await import('../session.ts')), ...(await import('./unsent-forms.ts')), ...(await import('./draft.ts')) }
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

test('a text is there after a reload; a password is not, and the end of the session takes the rest', async () => {
  const app = await load()
  app.startSession(aSignIn)
  app.changeTyped('links A', '', () => 'http://files/film.mkv')
  app.changeTyped<object>('logins A', {}, () => ({ 'http://files/film.mkv': { user: 'ada', password: 'secret' } }))
  const again = await load()
  expect(again.typedText('links A')).toBe('http://files/film.mkv')
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('secret')
  again.endSession()
  expect((await load()).typedText('links A')).toBe('')
})

test('S129: a form is there after a reload, with lists and switches; the end of the session takes it', async () => {
  const form = { name: 'Harbour films', is_on: true, rule: { titles: ['Harbour'], size_from: 0 } }
  const app = await load()
  app.startSession(aSignIn)
  app.keepForm('feed A', form)
  const again = await load()
  expect(again.formOr('feed A', { name: '', is_on: false, rule: { titles: [], size_from: 0 } })).toEqual(form)
  again.forgetTyped('feed A')
  expect((await load()).formOr('feed A', { name: '' })).toEqual({ name: '' })
  again.keepForm('feed A', form)
  again.endSession()
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('Harbour')
})

test.each([{ titles: 'Harbour' }, { titles: ['Harbour'], size: '7' }, { titles: null, size: 7 }, {}])(
  'S129: of a form whose fields an older build had otherwise (%j) nothing counts',
  async (old) => {
    const app = await load()
    app.keepForm('feed A', old)
    const empty = { titles: [], size: 0 }
    expect((await load()).formOr<object>('feed A', empty)).toBe(empty)
  },
)

test('who signs in after somebody else, in another tab, does not see what that one typed here', async () => {
  const app = await load()
  app.startSession(aSignIn)
  app.changeTyped('links A', '', () => 'http://files/film.mkv')
  localStorage.clear()
  expect((await load()).typedText('links A')).toBe('')
})

test('what was sent does not come back', async () => {
  const app = await load()
  app.changeTyped('register username', '', () => 'harbour')
  expect((await load()).typedText('register username')).toBe('harbour')
  app.forgetTyped('register username')
  expect((await load()).typedText('register username')).toBe('')
})

test.each(['{"owner":', '[]', 'null', '{"owner":"","texts":{"links A":7}}'])(
  'broken storage (%s) breaks nothing: the app starts with empty forms',
  async (broken) => {
    sessionStorage.setItem('homeport.typed', broken)
    const app = await load()
    expect(app.typedText('links A')).toBe('')
    app.changeTyped('links A', '', () => 'http://files/film.mkv')
    expect((await load()).typedText('links A')).toBe('http://files/film.mkv')
  },
)

test('a session that expires takes nothing from the person who typed it, and leaves nothing in storage', async () => {
  const app = await load()
  app.startSession(aSignIn)
  app.changeTyped('links A', '', () => 'http://files/film.mkv')
  app.endSession('expired')
  expect(app.typedText('links A')).toBe('')
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('film.mkv')
  app.startSession({ ...aSignIn, token: 'token-2' })
  expect(app.typedText('links A')).toBe('http://files/film.mkv')
})

test('after a session that expired another person finds nothing, nor does the first one after them', async () => {
  const app = await load()
  app.startSession(aSignIn)
  app.changeTyped('links A', '', () => 'http://files/film.mkv')
  app.endSession('expired')
  app.startSession({ ...aSignIn, token: 'token-2', user: { ...aSignIn.user, user_id: 'another' } })
  expect(app.typedText('links A')).toBe('')
  app.endSession()
  app.startSession(aSignIn)
  expect(app.typedText('links A')).toBe('')
})

test('who signs out leaves nothing, also for themselves', async () => {
  const app = await load()
  app.startSession(aSignIn)
  app.changeTyped('links A', '', () => 'http://files/film.mkv')
  app.endSession()
  app.startSession(aSignIn)
  expect(app.typedText('links A')).toBe('')
})
