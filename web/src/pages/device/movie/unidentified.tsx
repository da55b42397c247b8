/** The films of the current box that are not identified (?level=); without sign-in or a box it says that it cannot identify films (spec 6). */
import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Device } from '@homeport/contract/device.ts'
import { useText } from '../../../kit/lang.ts'
import { addressNow, back, forward } from '../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { devicePath, loginPath, rememberReturnPath } from '../../../kit/nav/return-path.ts'
import { useSession } from '../../../kit/session.ts'
import { commonText } from '../../../kit/text/text.ts'
import { subscribeToMovies, libraryPath } from '../../../movie/data.ts'
import { identifyText } from '../../../movie/identify/identify-text.ts'
import { UnidentifiedList } from '../../../movie/identify/unidentified-list.tsx'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { art } from '../../../ui/drawing.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import layoutStyles from '../../../ui/layout.module.css'
import { NavBar } from '../../../ui/navbar.tsx'

export const meta: PageMeta = { needs: 'anyone' }

export function Screen() {
  const words = useText(identifyText)
  const common = useText(commonText)
  const { token, device } = useSession()
  return (
    <>
      <NavBar title={words.title} backLabel={common.back} back={() => back(libraryPath)} />
      <main className={classes(layoutStyles.page, layoutStyles.plain, layoutStyles.appearing)}>
        {token !== '' && device ? <List key={device.devid} device={device} /> : <CannotIdentify isGuest={token === ''} />}
      </main>
    </>
  )
}

function List({ device }: { device: Device }) {
  const client = useQueryClient()
  useEffect(() => subscribeToMovies(client, device), [client, device])
  return <UnidentifiedList device={device} />
}

function CannotIdentify({ isGuest }: { isGuest: boolean }) {
  const words = useText(identifyText)
  const signIn = () => {
    rememberReturnPath(addressNow())
    forward(loginPath)
  }
  return (
    <EmptyState art={art.films} title={isGuest ? words.cannotGuest : words.cannot}>
      <Button variant="main" onClick={() => (isGuest ? signIn() : forward(devicePath))}>
        {isGuest ? words.goLogin : words.goBind}
      </Button>
    </EmptyState>
  )
}
