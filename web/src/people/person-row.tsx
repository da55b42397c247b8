/** A user in a list, with a link to the profile and actions beside it. */
import type { Person } from '@homeport/contract/shape/person.ts'
import type { ReactNode } from 'react'
import { pictureUrl } from '../shared/picture-url.ts'
import { Avatar } from '../ui/avatar.tsx'
import { personOf } from './data.ts'
import { displayNameOf } from '../shared/person.ts'
import './people.css'

export function PersonItem({ who, note, children }: { who: Person; note?: string | undefined; children?: ReactNode }) {
  const name = displayNameOf(who)
  const below = [name === who.username ? '' : who.username, note ?? ''].filter((part) => part !== '').join(' · ')
  return (
    <li className="pr">
      <a className="who" href={personOf(who.user_id)}>
        <Avatar name={name} src={pictureUrl(who.avatar)} isSmall />
        <span className="grow">
          <span className="label one">{name}</span>
          {below !== '' && <span className="cap one">{below}</span>}
        </span>
      </a>
      {children}
    </li>
  )
}

export function PeopleSkeleton() {
  return (
    <ul className="people late" aria-hidden="true">
      {[0, 1, 2, 3, 4].map((row) => (
        <li className="pr" key={row}>
          <span className="who">
            <span className="sk" style={{ width: 40, height: 40, borderRadius: '50%' }} />
            <span className="grow">
              <span className="sk" style={{ width: 120 + (row % 3) * 24, height: 16 }} />
            </span>
          </span>
          <span className="sk" style={{ width: 84, height: 36, borderRadius: 18 }} />
        </li>
      ))}
    </ul>
  )
}
