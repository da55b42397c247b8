/** The screens of a box: which are on, how to connect one more, and for the owner: let in, rename, forget. */
import type { Device } from '@homeport/contract/device.ts'
import type { Screen } from '@homeport/contract/screen.ts'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { now } from '../kit/clock.ts'
import { agoOf } from '../kit/format.ts'
import { useText } from '../kit/lang.ts'
import { commonText } from '../kit/text.ts'
import { Button } from '../ui/button.tsx'
import { RetryIcon, WarnIcon } from '../ui/icon.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { AdmitForm } from './admit-form.tsx'
import { screens } from './data.ts'
import { ScreenIcon } from './icon.tsx'
import './playback.css'
import { OneScreen } from './one-screen.tsx'
import { playbackText } from './text.ts'

export function ScreensSheet({ device, isOpen, close }: { device: Device; isOpen: boolean; close: () => void }) {
  const words = useText(playbackText)
  const common = useText(commonText)
  const list = useQuery({ ...screens(device), enabled: isOpen && device.online === 1 })
  const [chosen, setChosen] = useState<Screen | null>(null)
  function leave() {
    setChosen(null)
    close()
  }
  return (
    <Sheet isOpen={isOpen} close={leave} title={chosen?.name ?? words.screens} closeLabel={common.close}>
      {chosen ? (
        <OneScreen key={chosen.screen_id} device={device} screen={chosen} done={() => setChosen(null)} />
      ) : (
        <>
          {device.online !== 1 && (
            <p className="note">
              <WarnIcon size={18} />
              {words.offline}
            </p>
          )}
          {list.isError && !list.data && (
            <>
              <p className="note" role="alert">
                <WarnIcon size={18} />
                {words.screensFailed}
              </p>
              <Button isWide icon={<RetryIcon size={20} />} onClick={() => void list.refetch()}>
                {common.retry}
              </Button>
            </>
          )}
          {list.isPending && device.online === 1 && <span className="sk late" style={{ height: 64, borderRadius: 20 }} />}
          {list.data && (
            <>
              <List screens={list.data.data} isOwner={device.role === 'owner'} choose={setChosen} />
              <Connect device={device} address={list.data.address} waiting={list.data.waiting.map((one) => one.address)} />
            </>
          )}
        </>
      )}
    </Sheet>
  )
}

function List({ screens: all, isOwner, choose }: { screens: Screen[]; isOwner: boolean; choose: (screen: Screen) => void }) {
  const words = useText(playbackText)
  if (all.length === 0) return <p className="sub">{words.noScreens}</p>
  return (
    <ul className="list flat">
      {all.map((screen) => {
        const state = (
          <>
            <ScreenIcon />
            <span className="grow">
              <span className="label one">{screen.name}</span>
              <span className="cap fx g8">
                <i className={screen.is_online ? 'dot' : 'dot off'} />
                {screen.is_online ? words.online : words.seen(agoOf(screen.seen_at, now()))}
              </span>
            </span>
          </>
        )
        return (
          <li key={screen.screen_id}>
            {isOwner ? (
              <button type="button" className="li" onClick={() => choose(screen)}>
                {state}
                <span className="chev">
                  <ChevronRight size={20} strokeWidth={1.75} />
                </span>
              </button>
            ) : (
              <div className="li">{state}</div>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function Connect({ device, address, waiting }: { device: Device; address: string; waiting: string[] }) {
  const words = useText(playbackText)
  const isOwner = device.role === 'owner'
  return (
    <section className="connect">
      <h3 className="label">{words.connect}</h3>
      <p className="sub">{words.connectText}</p>
      <p className="address num">{address}</p>
      <p className="sub">{isOwner ? words.connectOwner : words.connectMember}</p>
      {waiting.map((one) => (
        <p key={one} className="note" role="status">
          <ScreenIcon size={18} />
          {words.waiting(one)}
        </p>
      ))}
      {isOwner && <AdmitForm device={device} />}
    </section>
  )
}
