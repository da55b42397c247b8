/** P44 in the whole app: every part over a page is a layer. */
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { useState, type ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { EmojiPanel } from '../forum/editor/emoji-panel.tsx'
import { setLang } from '../kit/lang.ts'
import { hasLayers, whenBalanced } from '../kit/nav/layers.ts'
import { forward } from '../kit/nav/nav.ts'
import { ComplaintSheet } from '../shared/complaint/complaint-sheet.tsx'
import { Dialog } from './dialog.tsx'
import { Modals, question } from './modal.tsx'
import { Sheet } from './sheet.tsx'
import { toast, Toasts } from './toast.tsx'

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.*', '!../tv/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const files = Object.entries(sources)
const nameOf = (file: string) => file.split('/').at(-1) ?? ''
const overlays = /from '@base-ui\/react\/(?:dialog|drawer|alert-dialog|popover|menu|context-menu|select|combobox|preview-card)'/
const importersOf = (name: string) => files.filter(([, text]) => text.includes(`/${name}'`))

test('P44: what can lie over a page comes from ui/ alone, and there through useLayer', () => {
  expect(files.length).toBeGreaterThan(400)
  const opening = files.filter(([, text]) => overlays.test(text))
  expect(opening.map(([file]) => file).toSorted()).toEqual([
    './alert-panel.tsx',
    './dialog.tsx',
    './modal-panel.tsx',
    './sheet-panel.tsx',
  ])
  for (const [file, text] of opening) {
    const isLayer = text.includes('useLayer(') || importersOf(nameOf(file)).every(([, other]) => other.includes('useLayer('))
    expect(isLayer, file).toBe(true)
  }
})

test('P44: nothing but that hook opens a layer, no part covers the window by itself', () => {
  const openers = files.filter(([file, text]) => text.includes('openLayer(') && !file.endsWith('kit/nav/layers.ts'))
  expect(openers.map(([file]) => file)).toEqual(['./layer.ts'])
  const homemade = files.filter(([, text]) => /<dialog\b|showModal\(|showPopover\(|popover=/.test(text))
  expect(homemade.map(([file]) => file)).toEqual([])
})

function TestSheet(props: { isOpen: boolean; onClose: () => void; children: ReactNode }) {
  return <Sheet title="A layer" closeLabel="Close" {...props} />
}

function Opened({ children }: { children: (isOpen: boolean, close: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(true)
  return children(isOpen, () => setOpen(false))
}

const layers: [string, () => ReactNode][] = [
  ['a sheet', () => <Opened>{(isOpen, close) => <TestSheet {...{ isOpen, onClose: close }}>A layer</TestSheet>}</Opened>],
  [
    'a dialog',
    () => (
      <Opened>
        {(isOpen, close) => (
          <Dialog.Root open={isOpen} onOpenChange={(next) => next || close()}>
            <Dialog.Portal>
              <Dialog.Popup>
                <Dialog.Title>A layer</Dialog.Title>
              </Dialog.Popup>
            </Dialog.Portal>
          </Dialog.Root>
        )}
      </Opened>
    ),
  ],
  [
    'a question',
    () => {
      void question({ title: 'A layer', confirm: 'Yes', cancel: 'No' })
      return <Modals />
    },
  ],
  [
    'the emoji panel',
    () => (
      <Opened>
        {(isOpen, close) =>
          isOpen && (
            <>
              A layer
              <EmojiPanel onSelect={() => {}} onClose={close} />
            </>
          )
        }
      </Opened>
    ),
  ],
]

async function goBack(): Promise<void> {
  const popped = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
  await act(async () => {
    history.back()
    await popped
  })
}

const opened = () => waitFor(() => expect([screen.getAllByText('A layer').length > 0, hasLayers()]).toEqual([true, true]))
const gone = () => waitFor(() => expect([screen.queryAllByText('A layer'), hasLayers()]).toEqual([[], false]))

beforeEach(() => {
  localStorage.clear()
  setLang('en')
  forward('/pages/before')
  forward('/pages/a')
})
afterEach(async () => {
  cleanup()
  await waitFor(() => expect(hasLayers()).toBe(false))
  // A step back that is still under way would take the next test's for its own.
  await new Promise<void>((resolve) => whenBalanced(resolve))
})

test('what a page shows anew under a sheet is hidden from screen readers as the rest of it; toasts are read', async () => {
  const page = (title: string) => (
    <div>
      <main key={title}>
        <h1>{title}</h1>
      </main>
      <Toasts />
      <TestSheet isOpen onClose={() => {}}>
        A layer
      </TestSheet>
    </div>
  )
  const { rerender } = render(page('Films'))
  await opened()
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Films' })).toBe(null))
  rerender(page('Downloads'))
  expect(screen.getByText('Downloads')).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Downloads' })).toBe(null)
  act(() => toast('Copied'))
  expect(screen.getByRole('status').textContent).toBe('Copied')
})

describe.each(layers)('%s', (_, part) => {
  test('P44: Back closes it, and the page stays', async () => {
    render(part())
    await opened()
    await goBack()
    await gone()
    expect(location.hash).toBe('#/pages/a')
    await goBack()
    expect(location.hash).toBe('#/pages/before')
  })

  test('P44: a move to another page closes it', async () => {
    render(part())
    await opened()
    await act(async () => forward('/pages/b'))
    await gone()
    expect(location.hash).toBe('#/pages/b')
    await goBack()
    expect(location.hash).toBe('#/pages/a')
  })
})

test('P44: a question over a sheet goes first; the sheet stays', async () => {
  render(
    <>
      <Opened>{(isOpen, close) => <TestSheet {...{ isOpen, onClose: close }}>below</TestSheet>}</Opened>
      <Modals />
    </>,
  )
  await opened()
  const answer = question({ title: 'Sure?', confirm: 'Yes', cancel: 'No' })
  await screen.findByText('Sure?')
  await goBack()
  expect(await answer).toBe('cancel')
  expect([screen.queryByText('Sure?'), screen.getByText('below') !== null]).toEqual([null, true])
  await goBack()
  await waitFor(() => expect(screen.queryByText('below')).toBe(null))
  expect(location.hash).toBe('#/pages/a')
})

test('a question that another page took away is no answer', async () => {
  render(<Modals />)
  const answer = question({ title: 'Sure?', confirm: 'Yes', cancel: 'No' })
  await screen.findByText('Sure?')
  await act(async () => forward('/pages/b'))
  expect(await answer).toBe('left')
})

test('Escape closes a sheet and leaves no dead press of Back', async () => {
  render(<Opened>{(isOpen, close) => <TestSheet {...{ isOpen, onClose: close }}>below</TestSheet>}</Opened>)
  await opened()
  await act(async () => screen.getByRole('button', { name: 'Close' }).click())
  await gone()
  await waitFor(() => expect((history.state as { layer: number }).layer).toBe(0))
  await goBack()
  expect(location.hash).toBe('#/pages/before')
})

test('P44: what was typed in a report survives Back and a change of page, until it is sent', async () => {
  const sheet = (isOpen: boolean) => (
    <ComplaintSheet about="thread 7" isOpen={isOpen} onClose={() => {}} isBusy={false} send={(_, sent) => sent()} />
  )
  const first = render(sheet(true))
  const { fireEvent } = await import('@testing-library/react')
  const field = await screen.findByRole('textbox')
  fireEvent.change(field, { target: { value: 'It sells watches' } })
  first.unmount()
  render(sheet(true))
  expect(await screen.findByDisplayValue('It sells watches')).toBeTruthy()
  await act(async () => screen.getByRole('button', { name: 'Send' }).click())
  expect(screen.queryByDisplayValue('It sells watches')).toBe(null)
})
