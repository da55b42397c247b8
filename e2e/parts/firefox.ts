/** Debian's Firefox without a window, driven by WebDriver BiDi. */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { WebSocket } from 'ws'
import { until } from '../../testing/until.ts'

const program = 'firefox-esr'

export const hasFirefox = spawnSync(program, ['--version']).status === 0

type Preferences = Record<string, string | number | boolean>
/** css, or the role and name that assistive technology reads. */
type Locator = { css: string } | { role: string; name: string }

export type Firefox = {
  go: (url: string) => Promise<void>
  click: (locator: Locator) => Promise<void>
  /** Into the element that was clicked last. */
  type: (text: string) => Promise<void>
  isThere: (locator: Locator) => Promise<boolean>
  /** The value of an expression in the page, which may be a promise of text. */
  evaluate: (expression: string) => Promise<string>
  close: () => Promise<void>
}

const quiet: Preferences = {
  // Firefox's own settings for automation turn its push service off.
  'remote.prefs.recommended': false,
  // Its own windows for notifications: the desktop's service is not there.
  'alerts.useSystemBackend': false,
  'app.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.enabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': '',
}

export async function openFirefox(preferences: Preferences): Promise<Firefox> {
  const home = await mkdtemp(path.join(os.tmpdir(), 'homeport-firefox-'))
  const lines = Object.entries({ ...quiet, ...preferences }).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  await writeFile(path.join(home, 'user.js'), lines.join('\n'))
  const child = spawn(program, ['--headless', '--no-remote', '--profile', home, '--remote-debugging-port', '0'], {
    env: { ...process.env, HOME: home },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const address = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`Firefox ended with ${code}`)))
    createInterface({ input: child.stderr }).on('line', (line) => {
      const [, found] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? []
      if (found) resolve(found)
    })
  })
  const session = await openSession(`${address}/session`)
  const { contexts } = await session.send('browsingContext.getTree', {})
  const context = contexts[0].context as string
  return {
    ...pageOf(session, context),
    async close() {
      session.end()
      child.kill()
      await ended
      await rm(home, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

type Session = Awaited<ReturnType<typeof openSession>>

function pageOf({ send }: Session, context: string): Omit<Firefox, 'close'> {
  async function nodes(locator: Locator): Promise<{ sharedId: string }[]> {
    const by =
      'css' in locator
        ? { type: 'css', value: locator.css }
        : { type: 'accessibility', value: { role: locator.role, name: locator.name } }
    const answer = await send('browsingContext.locateNodes', { context, locator: by })
    return answer.nodes
  }

  async function perform(actions: object[]): Promise<void> {
    await send('input.performActions', { context, actions })
  }

  return {
    go: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    async click(locator) {
      let element: { sharedId: string } | undefined
      await until(`there is ${JSON.stringify(locator)}`, async () => (element = (await nodes(locator))[0]) !== undefined)
      await send('script.callFunction', {
        functionDeclaration: '(element) => element.scrollIntoView({ block: "center", behavior: "instant" })',
        arguments: [{ sharedId: element?.sharedId }],
        target: { context },
        awaitPromise: false,
      })
      const origin = { type: 'element', element: { sharedId: element?.sharedId } }
      const press = [
        { type: 'pointerMove', x: 0, y: 0, origin },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]
      await perform([{ type: 'pointer', id: 'mouse', actions: press }])
    },
    type: (text) =>
      perform([
        {
          type: 'key',
          id: 'keyboard',
          actions: [...text].flatMap((value) => [
            { type: 'keyDown', value },
            { type: 'keyUp', value },
          ]),
        },
      ]),
    isThere: async (locator) => (await nodes(locator)).length > 0,
    async evaluate(expression) {
      const answer = await send('script.evaluate', { expression, target: { context }, awaitPromise: true })
      if (answer.type !== 'success') throw new Error(answer.exceptionDetails?.text ?? 'the page threw')
      return String(answer.result.value)
    },
  }
}

/** Commands have an answer each; events are passed over. */
async function openSession(address: string) {
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const waiting = new Map<number, (answer: { error?: string; message?: string; result?: unknown }) => void>()
  socket.on('message', (data: Buffer) => {
    const answer = JSON.parse(data.toString())
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  let id = 0
  // oxlint-disable-next-line typescript/no-explicit-any -- each command has its own answer, as the protocol's text gives it
  async function send(method: string, params: object): Promise<any> {
    id += 1
    const answer = await new Promise<{ error?: string; message?: string; result?: unknown }>((resolve) => {
      waiting.set(id, resolve)
      socket.send(JSON.stringify({ id, method, params }))
    })
    if (answer.error) throw new Error(`${method}: ${answer.error} ${answer.message ?? ''}`)
    return answer.result
  }
  await send('session.new', { capabilities: {} })
  return { send, end: () => socket.terminate() }
}
