/** Personal info: picture, names, gender, birthday, region, phone and e-mail, the address book. */
import type { Profile } from '@homeport/contract/account.ts'
import { useQuery } from '@tanstack/react-query'
import { AtSign, Cake, MapPin, Phone, ReceiptText, Truck, UserRound, VenusAndMars } from 'lucide-react'
import { PictureButton } from '../../../account/profile/picture-button.tsx'
import { ownProfile } from '../../../account/profile/profile-data.ts'
import { profileText } from '../../../account/profile/profile-text.ts'
import styles from '../../../account/profile/profile.module.css'
import { calendarDay } from '../../../kit/text/format.ts'
import { useText } from '../../../kit/lang.ts'
import { back } from '../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { commonText } from '../../../kit/text/text.ts'
import { RegionName } from '../../../shared/region/region-name.tsx'
import { LoadFailed } from '../../../shared/query-list.tsx'
import { classes } from '../../../ui/classes.ts'
import layoutStyles from '../../../ui/layout.module.css'
import listStyles from '../../../ui/list.module.css'
import { NavBar } from '../../../ui/navbar.tsx'
import { Row } from '../../../ui/row.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import textStyles from '../../../ui/text.module.css'

export const meta: PageMeta = { needs: 'user' }

const namePath = '#/pages/user/mine/setup/username'
const aboutPath = '#/pages/user/mine/setup/userinfo'

export function Screen() {
  const words = useText(profileText)
  const common = useText(commonText)
  const own = useQuery(ownProfile())
  return (
    <>
      <NavBar title={words.title} backLabel={common.back} back={() => back('/pages/main/user/index')} />
      <main className={classes(layoutStyles.page, layoutStyles.plain, layoutStyles.appearing, layoutStyles.top8)}>
        {own.data && <Own user={own.data} />}
        {!own.data && own.isPending && <Skeleton height={320} radius={20} isLate />}
        {!own.data && own.isError && (
          <LoadFailed onRetry={() => void own.refetch()} title={words.failedTitle} text={words.failedText} isBox />
        )}
      </main>
    </>
  )
}

function Own({ user }: { user: Profile }) {
  const words = useText(profileText)
  return (
    <div className={styles.page}>
      <div className={styles.top}>
        <PictureButton user={user} />
        <h2 className={textStyles.oneLine}>{user.nickname || user.username}</h2>
        {user.nickname !== '' && user.nickname !== user.username && (
          <p className={classes(textStyles.secondary, textStyles.oneLine)}>{user.username}</p>
        )}
      </div>
      <div>
        <div className={listStyles.list}>
          <Row
            icon={<UserRound strokeWidth={1.75} />}
            label={words.nickname}
            value={<Short text={user.nickname} />}
            href={namePath}
          />
          <Row
            icon={<Cake strokeWidth={1.75} />}
            label={words.birthday}
            value={user.birthday === '' ? words.empty : calendarDay(user.birthday)}
            href={aboutPath}
          />
          <Row
            icon={<MapPin strokeWidth={1.75} />}
            label={words.region}
            value={user.region === '' ? words.empty : <RegionName id={user.region} />}
            href={aboutPath}
          />
          <Row
            icon={<VenusAndMars strokeWidth={1.75} />}
            label={words.gender}
            value={words.genders[user.gender]}
            href={aboutPath}
          />
        </div>
        <div className={listStyles.list}>
          <Row
            icon={<Phone strokeWidth={1.75} />}
            label={words.phone}
            value={user.phone === '' ? words.unbound : `+${user.area_code} ${masked(user.phone)}`}
            href="#/pages/user/setup/safe/bind_phone"
          />
          <Row
            icon={<AtSign strokeWidth={1.75} />}
            label={words.email}
            value={user.email === '' ? words.unbound : <Short text={user.email} />}
            href="#/pages/user/setup/safe/bind_email"
          />
        </div>
        <div className={listStyles.list}>
          <Row icon={<Truck strokeWidth={1.75} />} label={words.addresses} href="#/pages/user/userinfo/addresses" />
          <Row icon={<ReceiptText strokeWidth={1.75} />} label={words.invoices} href="#/pages/user/userinfo/invoices" />
        </div>
      </div>
    </div>
  )
}

function Short({ text }: { text: string }) {
  return <span className={textStyles.oneLine}>{text}</span>
}

/** 13800000001 → 138••••0001, against onlookers. */
function masked(phone: string): string {
  return phone.length < 8 ? phone : `${phone.slice(0, 3)}••••${phone.slice(-4)}`
}
