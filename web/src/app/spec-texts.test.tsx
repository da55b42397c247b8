/**
 * Spec 8, row by row: each of its texts, where it appears and what causes it, driven through the real failure handler, forms and pages.
 * Rows whose feature comes with a later issue have its number.
 */
import { Code, TaskCode } from '@homeport/contract/kit/codes.ts'
import { insertBullet } from '@homeport/contract/guide.ts'
import { literalOf, sentenceOf, specTextNames } from '@homeport/contract/shape/field/spec-text.ts'
import { ruleWords, type Rule } from '@homeport/contract/shape/field/rule-messages.ts'
import specTextsTable from '../../../docs/spec-texts.md?raw'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { BindForm } from '../device/bind/bind-form.tsx'
import { ManageSheet } from '../device/manage-sheet.tsx'
import { RenameForm } from '../device/rename-form.tsx'
import { SwitchSheet } from '../device/switch-sheet.tsx'
import { DanmakuForm } from '../guide/danmaku-form.tsx'
import { storageKeys } from '../kit/storage.ts'
import { setLang } from '../kit/lang.ts'
import { endSession, session, setCurrentDevice, startSession } from '../kit/session.ts'
import { ok, pageOf } from '../testing/server.ts'
import { aDevice, anAppUpdate, aSignIn } from '../testing/samples.ts'
import { keys } from '../playback/pad/remote-status.ts'
import { RemotePanel } from '../playback/remote/remote-panel.tsx'
import { Screen as Downloads } from '../pages/device/download/list.tsx'
import { Screen as Files } from '../pages/device/files/list.tsx'
import { Screen as Unidentified } from '../pages/device/movie/unidentified.tsx'
import { Screen as Library } from '../pages/main/movie/list.tsx'
import { Screen as Preview } from '../pages/preview-image.tsx'
import { Screen as PhoneLogin } from '../pages/user/login/mobile.tsx'
import { shownUpdate } from '../update/app-update.ts'
import { UpdatePopup } from '../update/update-popup.tsx'
import { LoadFailed } from './route/route-states.tsx'
import {
  addLink,
  bind,
  breakNet,
  callAnswered,
  callOn,
  chooseTorrents,
  commandAnswered,
  commandOn,
  commandReplied,
  commandWithoutBox,
  listsAsked,
  loseBox,
  pasteLink,
  play,
  press,
  pressIn,
  show,
  showOffline,
  type,
} from '../testing/routes.tsx'
import { openAt } from '../testing/history.ts'

const magnet = `magnet:?xt=urn:btih:${'a'.repeat(40)}`

/** The QR codes found in a photo; the QR reader is the only fake. */
const codesInPhoto = vi.hoisted(() => ({ texts: [] as string[], fails: false }))
vi.mock('barcode-detector/ponyfill', () => ({
  prepareZXingModule() {},
  BarcodeDetector: class {
    async detect() {
      if (codesInPhoto.fails) throw new Error('no reader')
      return codesInPhoto.texts.map((rawValue) => ({ rawValue }))
    }
  },
}))

async function scan(texts: string[]): Promise<void> {
  codesInPhoto.texts = texts
  show(<BindForm />)
  const photo = await screen.findByLabelText('Scan QR code', { selector: 'input' })
  await act(async () => fireEvent.change(photo, { target: { files: [new File(['x'], 'a.png', { type: 'image/png' })] } }))
}

/** Its browser cannot run the QR reader. */
async function scanInOldWeChat(): Promise<void> {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 5.1) MicroMessenger/6.3.31')
  const { WebAssembly: before } = globalThis
  Reflect.deleteProperty(globalThis, 'WebAssembly')
  codesInPhoto.fails = true
  try {
    await scan([])
  } finally {
    globalThis.WebAssembly = before
    codesInPhoto.fails = false
  }
}

const other = { ...aDevice, devid: 'D2', devsn: 'BBBBBBBBBBBBBBBB', name: 'Attic', isdefault: 0 }

/** The popup in the Android app, whose installer fails for this reason. */
async function takePackage(reason: string): Promise<void> {
  vi.stubGlobal('Capacitor', {
    getPlatform: () => 'android',
    Plugins: {
      PackageInstaller: {
        install: () => Promise.reject(new Error(reason)),
        addListener: async () => ({ remove: async () => {} }),
      },
    },
  })
  shownUpdate.set(anAppUpdate)
  show(<UpdatePopup />)
  await press('Update')
  vi.stubGlobal('Capacitor', undefined)
}

let closeCloud = async () => {}

beforeAll(async () => {
  await Promise.all([import('../ui/sheet-panel.tsx'), import('../ui/modal-panel.tsx')])
})
beforeEach(() => {
  const observer = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', observer)
  vi.stubGlobal('scrollTo', () => {})
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(84)
  localStorage.clear()
  setLang('zh')
  setLang('en')
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  openAt('#/pages/device/download/list')
})
afterEach(async () => {
  await closeCloud()
  closeCloud = async () => {}
  const cancel = screen.queryByRole('button', { name: /^(Cancel|OK)$/ })
  if (cancel) await act(async () => cancel.click())
  cleanup()
  vi.useRealTimers()
})

/** [of the specification, sentence, its Chinese, where] */
const table = specTextsTable
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| -'))
  .map((line) => line.slice(2, -2).split(' | '))

type Row = [text: string, shownAt: string, show: () => Promise<void> | void]
const toastOf = (code: number, url = 'http://files/film.mkv') => addLink(url, { start_task: () => ({ code }) })

const rows: Row[] = [
  ['Network error, please retry', 'toast: a status other than 200', () => callOn('status')],
  ['Fail to network, please try again', 'toast: no answer', () => callOn('gone')],
  ['Time out!', 'toast: no answer in 60 s', () => callOn('late')],
  ['This function requires login', 'modal: 1003', () => callAnswered({ code: Code.expiredToken })],
  ['Wait 12 minutes', 'modal: 4016, in the server’s words', () => callAnswered({ code: Code.modal, msg: 'Wait 12 minutes' })],
  [
    'They blocked you',
    'toast: another code of follow, in the server’s words',
    () => callAnswered({ code: Code.notAllowed, msg: 'They blocked you' }),
  ],
  ['Unknown Error', 'toast: an answer that is none', () => callAnswered({ code: Number.NaN })],
  ['Device is not bound', 'toast: 4007 to a command', () => commandAnswered({ code: Code.notBound })],
  [
    'Only the owner may',
    'toast: another code to a command, in the server’s words',
    () => commandAnswered({ code: Code.notAllowed, msg: 'Only the owner may' }),
  ],
  ['Send failed', 'toast: a command refused without words', () => commandReplied({ code: Code.notAllowed })],
  ['Send failed', 'toast: a command that met no network', () => commandOn('gone')],
  ['Device is offline, please slide down to refresh', 'toast: 4008', () => commandAnswered({ code: Code.offline })],
  ['Device no response, retry later', 'toast: 5004', () => commandAnswered({ code: Code.noResponse })],
  [
    'Failed to decode, please upgrade to v1.2.8 or newer',
    'toast: a reply of the box that this version cannot read',
    () => commandReplied(ok({ status: 'ended' })),
  ],
  ['Device not online', 'files: with the box offline', () => showOffline(<Files />)],
  ['Device does not exist or is unbound', 'modal: no box', () => commandWithoutBox()],
  [
    'Please log in again to obtain binding information',
    'modal: no box, and what came with the token is lost',
    () => {
      storageKeys.realm('en', 'bindInfo').set(null)
      return commandWithoutBox()
    },
  ],

  [
    'Task added',
    'toast: 200',
    () => addLink('http://files/film.mkv', { start_task: () => ok({ task_id: 'N', old_task_id: '' }) }),
  ],
  ['Task not created', 'add sheet: 1000', () => toastOf(1000)],
  ['Failed to start task', 'add sheet: 1001', () => toastOf(1001)],
  ['Invalid link', 'add sheet: 1002', () => toastOf(1002)],
  [
    'Unable to download magnet URI',
    'add sheet: 1002 to a magnet',
    () =>
      addLink(magnet, { magnet_uri: () => ({ code: TaskCode.invalidLink }), start_task: () => ({ code: TaskCode.invalidLink }) }),
  ],
  ['Magnet URI null', 'add sheet: 1003', () => toastOf(1003)],
  ['Reached task download limit', 'add sheet: 1004', () => toastOf(1004)],
  ['Torrent has 0 files', 'add sheet: 1005', () => toastOf(1005)],
  ['Task in Downloading list', 'add sheet: 1006', () => toastOf(1006)],
  ['Task in Complete list', 'add sheet: 1007', () => toastOf(1007)],
  ['Download path not exists', 'add sheet: 1008', () => toastOf(1008)],
  ['Not enough space', 'add sheet: 1009', () => toastOf(1009)],
  ['Unknown error', 'add sheet: a code that this version does not know', () => toastOf(1999)],
  [
    'Not enough space',
    'toast: a known task’s start',
    () => pressIn(<Downloads />, 'Start Metropolis.1927.mkv', { acts: { start_task: () => ({ code: TaskCode.noSpace }) } }),
  ],
  [
    'Player fail, not video',
    'toast: get_media_files without paths',
    () => pressIn(<Downloads />, 'Play on TV: Nosferatu.mkv', { acts: { get_media_files: () => ok({}) } }),
  ],
  [
    'Device no response',
    'add sheet: magnet_uri without torrent_info, after a minute',
    async () => {
      vi.useFakeTimers({ shouldAdvanceTime: true })
      await pasteLink(magnet, { magnet_uri: () => ok({}) })
      await act(async () => vi.advanceTimersByTimeAsync(61_000))
    },
  ],

  [
    'Fail to signal',
    'remote: a key that met no network',
    async () => {
      show(<RemotePanel device={aDevice} isOpen onClose={() => {}} poster={() => null} />)
      breakNet('gone')
      await act(async () => keys.tap('ok'))
    },
  ],
  [
    'Device is unbound, please rebind',
    'toast: unpaired elsewhere while the app is open',
    async () => {
      closeCloud = await loseBox()
    },
  ],
  [
    'Device not exist',
    'toast: a box that is another’s by now is chosen',
    async () => {
      show(<SwitchSheet list={[aDevice, other]} current={aDevice} isOpen onClose={() => {}} />, {
        calls: { '/user/device/selectedDev': () => ({ code: Code.notBound }), '/user/device/lists': () => pageOf([aDevice]) },
      })
      await press(/Attic/)
    },
  ],
  ['Failed to bind', 'pairing form: a fault', () => bind(5000)],
  ['Failed to connect device', 'pairing form: the box gives no answer', () => bind(Code.noResponse)],
  [
    'Renaming failed',
    'toast: a name that was not taken',
    async () => {
      show(<RenameForm device={aDevice} done={() => {}} />, { calls: { '/user/device/rename': () => ({ code: Code.fault }) } })
      await press('Save')
    },
  ],
  [
    'Unbind fail',
    'toast: unpairing refused',
    async () => {
      show(<ManageSheet device={aDevice} isOpen onClose={() => {}} />, {
        calls: { '/user/device/unbind': () => ({ code: Code.fault }) },
      })
      await press('Unpair this box')
      await press('Unpair')
    },
  ],
  [
    'Sync failed',
    'toast: a sync refused',
    async () => {
      show(<Library />, {
        calls: {
          '/movie/movie/list': () => ok({ data: [], total: 0, page: 1, limit: 60, stale_at: null }),
          '/user/device/syncMovie': () => ({ code: Code.fault }),
        },
      })
      await press('Sync')
    },
  ],
  [
    'Unable to get movie information',
    'library: the list does not load',
    () => show(<Library />, { calls: { '/movie/movie/list': () => ({ code: Code.fault }) } }),
  ],
  ['Invalid qrcode', 'toast: a photo without a code', () => scan([])],
  ['Unknown QR code', 'toast: a code of something else', () => scan(['https://example.org'])],
  ['wechat version too low', 'toast: a photo in a WeChat without WebAssembly', scanInOldWeChat],
  ['Play failed, please try again', 'toast: the player gave up', () => play('failed')],
  ['File not exists', 'toast: the file is gone', () => play('no_file')],
  ['Failed to play, not video file', 'toast: no video', () => play('not_video')],
  ['Upload timed out, please try again', 'add sheet: a torrent file', () => chooseTorrents([1_000], 'late')],
  ['Upload failed, please try again', 'add sheet: a torrent file', () => chooseTorrents([1_000], 'gone')],
  ['Exceed allowed file size', 'add sheet: a torrent file', () => chooseTorrents([33 * 1024 * 1024])],
  [
    'Exceed the maximum allowable number of files',
    'toast: torrent files',
    () => chooseTorrents(Array.from({ length: 21 }, () => 1_000)),
  ],
  ['Loading failed', 'face: a page that does not come', () => show(<LoadFailed onRetry={() => {}} />)],
  [
    'Failed to obtain',
    'toast: a code that could not be sent',
    async () => {
      endSession()
      show(<PhoneLogin />, { calls: { '/user/account/sendCode': () => ({ code: Code.fault }) } })
      await act(async () => void fireEvent.change(screen.getByLabelText('Area code'), { target: { value: '86' } }))
      await type('Mobile number', '13800138000')
      await press('Get code')
    },
  ],
  [
    'Failed to send',
    'guide: a bullet comment that met no network',
    async () => {
      show(<DanmakuForm videoId="place" positionMs={() => 0} />)
      breakNet('gone', insertBullet.path)
      await type('Bullet comment', 'hello')
      await press('Send')
    },
  ],
  ['Failed to download the new version', 'update popup: a package that did not come', () => takePackage('no network')],
  ['Update Failed', 'update popup: a package that was not installed', () => takePackage('install: refused')],
  [
    'Preview failed',
    'viewer: a picture that does not load',
    async () => {
      openAt('#/preview-image?ids=A')
      show(<Preview />)
      await act(async () => fireEvent.error(screen.getByRole('img')))
    },
  ],
  [
    'Cannot identify films',
    'identification: without a box (spec 6)',
    async () => {
      setCurrentDevice(null)
      show(<Unidentified />)
    },
  ],
]

/** As it is read: small below its sentence, or the tooltip of the sentence where there is one line. */
const timesShown = (text: string) => screen.queryAllByText(text).length + screen.queryAllByTitle(text).length

describe('spec 8', () => {
  test.each(rows)('“%s” (%s)', async (text, shownAt, appear) => {
    await appear()
    await waitFor(() => expect(timesShown(text)).toBeGreaterThan(0))
    const names = specTextNames.filter((name) => literalOf(name, 'en') === text)
    if (names.length === 0) return
    const row = table.find(([literal, , , where]) => literal === text && where?.split('; ').includes(shownAt))
    expect(row, `docs/spec-texts.md: ${text}, ${shownAt}`).toBeDefined()
    expect(timesShown(row?.[1] ?? '')).toBeGreaterThan(0)
    if (row?.[1] !== text) expect(timesShown(text)).toBe(1)
  })

  test('1004 clears the session and asks nothing', async () => {
    await callAnswered({ code: Code.endedElsewhere })
    expect(session.get().token).toBe('')
    expect(screen.queryByRole('alertdialog')).toBe(null)
  })

  test('1004 of a task, the limit, reads the list of tasks again', async () => {
    await addLink('http://files/film.mkv', { start_task: () => ({ code: TaskCode.limit }) })
    await screen.findByText('Reached task download limit')
    await waitFor(() => expect(listsAsked()).toBeGreaterThan(2))
  })
})

/** Spec 5: in a form the sentence stands alone. */
const ofForms: Record<string, Rule> = {
  'Verification code must be filled': 'code_filled',
  'Mobile number incorrect': 'phone_format',
  'E-mail format incorrect': 'email_format',
  'E-mail must be filled': 'email_filled',
  'Password must be filled': 'password_filled',
  'Confirmed password must be filled': 'confirm_filled',
  'The two passwords not consistent': 'passwords_differ',
  'Password length 6-32': 'password_length',
  'New password cannot be empty': 'new_password_filled',
  'Comment cannot be empty': 'comment_filled',
}

test('docs/spec-texts.md lists each sentence of the specification with what is shown first, in both languages', () => {
  const expected = [
    ...Object.entries(ofForms).map(([text, rule]) => [text, ruleWords[rule].en, ruleWords[rule].zh]),
    ...specTextNames.map((name) => [literalOf(name, 'en'), sentenceOf(name, 'en'), sentenceOf(name, 'zh')]),
  ]
  const listed = new Set(table.map(([literal, en, zh]) => `${literal} | ${en} | ${zh}`))
  expect(expected.map((row) => row.join(' | ')).filter((row) => !listed.has(row))).toEqual([])
})
