/** The page of the first start: takes the address of the box or cloud, checks that Homeport answers at it, and opens the app. */
type Words = {
  title: string
  label: string
  help: string
  go: string
  empty: string
  wrong: string
  silent: string
  other: string
}

const words: Record<'en' | 'zh', Words> = {
  en: {
    title: 'Where is your Homeport?',
    label: 'Address',
    help: 'The box prints it when it starts. At home usually http://homeport.local:8700',
    go: 'Continue',
    empty: 'Enter the address.',
    wrong: 'This is not an address. It looks like http://192.168.1.20:8700',
    silent: 'Nothing answers at this address. Is the box on, and the phone in the same network?',
    other: 'Something answers at this address, but it isn’t Homeport.',
  },
  zh: {
    title: '你的 Homeport 在哪里？',
    label: '地址',
    help: '盒子启动时会显示地址，在家中一般是 http://homeport.local:8700',
    go: '继续',
    empty: '请输入地址。',
    wrong: '地址格式不对，应类似 http://192.168.1.20:8700',
    silent: '该地址没有响应。请确认盒子已开机，且手机在同一网络中。',
    other: '该地址有响应，但不是 Homeport。',
  },
}
const timeoutMs = 8_000
const key = 'homeport.cloud'
const own = words[document.documentElement.lang === 'zh' ? 'zh' : 'en']
const form = part('form', HTMLFormElement)
const field = part('input', HTMLInputElement)
const button = part('button', HTMLButtonElement)
const problem = part('#problem', HTMLElement)

part('h1', HTMLElement).textContent = own.title
part('label', HTMLElement).textContent = own.label
part('#help', HTMLElement).textContent = own.help
button.textContent = own.go
field.value = localStorage.getItem(key) ?? ''

form.addEventListener('submit', (event) => {
  event.preventDefault()
  void submit()
})

async function submit(): Promise<void> {
  const typed = field.value.trim()
  const address = addressOf(typed)
  if (address === null) return refuse(typed === '' ? own.empty : own.wrong)
  button.disabled = true
  problem.textContent = ''
  const answer = await ask(address)
  button.disabled = false
  if (answer !== 'homeport') return refuse(answer === 'silent' ? own.silent : own.other)
  if (localStorage.getItem(key) !== address) await forgetOther()
  localStorage.setItem(key, address)
  location.replace('./index.html')
}

function refuse(text: string): void {
  problem.textContent = text
  field.setAttribute('aria-invalid', 'true')
  field.focus()
}

/** 'box:8700' is http://box:8700; a path is left out. */
function addressOf(typed: string): string | null {
  const text = /^https?:\/\//i.test(typed) ? typed : `http://${typed}`
  if (typed === '' || /\s/.test(typed) || !URL.canParse(text)) return null
  const { origin, username } = new URL(text)
  return username === '' ? origin : null
}

/** Homeport answers each realm's hosts with an envelope {code, msg, data}. */
async function ask(address: string): Promise<'homeport' | 'silent' | 'other'> {
  try {
    const response = await fetch(`${address}/en/device/`, {
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const body: unknown = await response.json().catch(() => null)
    return response.ok && typeof body === 'object' && body !== null && 'code' in body ? 'homeport' : 'other'
  } catch {
    return 'silent'
  }
}

/** The sign-in and the saved lists belong to the address before. */
async function forgetOther(): Promise<void> {
  localStorage.clear()
  await new Promise<void>((resolve) => {
    const request = indexedDB.deleteDatabase('homeport')
    request.addEventListener('success', () => resolve())
    request.addEventListener('error', () => resolve())
    request.addEventListener('blocked', () => resolve())
  })
}

function part<T extends HTMLElement>(selector: string, kind: new () => T): T {
  const element = document.querySelector(selector)
  if (!(element instanceof kind)) throw new Error(`${selector} is missing`)
  return element
}
