/** The app on the phone of somebody with a box, and what the benches measure of its page. */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { bindOwner } from './programs.ts'

type Owner = Awaited<ReturnType<typeof bindOwner>>

/** Signed in from its first load on. */
export async function signIn(target: BrowserContext | Page, { signedIn, device }: Owner): Promise<void> {
  const slots = { token: signedIn.token, userInfo: signedIn.user, bindInfo: signedIn.bind, currentDevice: device }
  await target.addInitScript((values) => {
    for (const [name, is] of Object.entries(values)) localStorage.setItem(`homeport.en.${name}`, JSON.stringify({ v: 1, is }))
  }, slots)
}

export async function openOwnerPage(instance: Browser, owner: Owner): Promise<Page> {
  const context = await instance.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US', hasTouch: true })
  await signIn(context, owner)
  return context.newPage()
}

/** ms of each of 400 frames while the page scrolls by a row a frame. */
export async function scrollTimes(page: Page): Promise<number[]> {
  return page.evaluate(
    async ({ count, step }) => {
      const times: number[] = []
      const painted = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
      let last = await painted()
      for (let frame = 1; frame <= count; frame += 1) {
        scrollTo(0, frame * step)
        const next = await painted()
        times.push(next - last)
        last = next
      }
      return times
    },
    { count: 400, step: 60 },
  )
}

/** After a collection. */
export async function heapMbOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize / 1_000_000
}
