/** The tree that a screen reader is given, and what is wrong with it: controls without a name, headings out of order, progress without a value. */
import type { Page } from 'playwright-core'

type Value = { value?: unknown }
const textOf = (one: Value | undefined) =>
  typeof one?.value === 'string' || typeof one?.value === 'number' ? String(one.value) : ''
type AxNode = {
  nodeId: string
  ignored: boolean
  role?: Value
  name?: Value
  value?: Value
  properties?: { name: string; value: Value }[]
}
export type ScreenTree = { faults: string[]; headings: string[]; live: string[]; progress: string[] }

const controls = new Set([
  'button',
  'link',
  'textbox',
  'searchbox',
  'checkbox',
  'radio',
  'slider',
  'switch',
  'tab',
  'combobox',
  'listbox',
  'option',
  'menuitem',
  'spinbutton',
  'progressbar',
  'ProgressIndicator',
  'image',
  'dialog',
  'alertdialog',
])

export async function readTree(page: Page): Promise<ScreenTree> {
  const line = await page.context().newCDPSession(page)
  const { nodes }: { nodes: AxNode[] } = await line.send('Accessibility.getFullAXTree')
  await line.detach()
  const shown = nodes.filter(({ ignored }) => !ignored)
  const roleOf = (node: AxNode) => textOf(node.role)
  const nameOf = (node: AxNode) => textOf(node.name).trim()
  const property = (node: AxNode, name: string) => node.properties?.find((one) => one.name === name)?.value.value
  const nameless = shown
    .filter((node) => controls.has(roleOf(node)) && nameOf(node) === '')
    .map((node) => `${roleOf(node)} without a name`)
  const focusable = shown
    .filter((node) => property(node, 'focusable') === true && ['generic', 'none', 'StaticText', ''].includes(roleOf(node)))
    .map((node) => `${roleOf(node)} “${nameOf(node)}” can have the focus and has no role`)
  const headings = shown.filter((node) => roleOf(node) === 'heading')
  const levels = headings.map((node) => Number(property(node, 'level')))
  return {
    faults: [
      ...nameless,
      ...focusable,
      ...headingFaults(
        levels,
        shown.some((node) => roleOf(node) === 'dialog'),
      ),
    ],
    headings: headings.map((node, at) => `${levels[at]} ${nameOf(node)}`),
    live: shown.filter((node) => ['polite', 'assertive'].includes(String(property(node, 'live')))).map(roleOf),
    progress: shown
      .filter((node) => /^progress/i.test(roleOf(node)))
      .map((node) => `${nameOf(node)} ${textOf(node.value) || textOf({ value: property(node, 'valuetext') })}`),
  }
}

/** A dialog hides the page and its heading; its own is of level 2. */
function headingFaults(levels: readonly number[], isInDialog: boolean): string[] {
  const first = isInDialog ? 2 : 1
  const faults =
    levels.filter((level) => level === first).length === 1 || (isInDialog && levels[0] === 2)
      ? []
      : [`headings: ${levels.join(' ')} – not one of level ${first}`]
  levels.forEach((level, at) => {
    const before = levels[at - 1] ?? first - 1
    if (level > before + 1) faults.push(`a heading of level ${level} follows one of level ${before}`)
  })
  return faults
}
