/** Says that a disk of the box is full, and where room can be made. */
import type { Device } from '@homeport/contract/device.ts'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { sizeOf } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import { Button } from '../../ui/button.tsx'
import { FolderPath } from '../../ui/folder-path.tsx'
import listStyles from '../../ui/list.module.css'
import { Sheet } from '../../ui/sheet.tsx'
import { storage } from '../data.ts'
import { isFull } from './disk-full.ts'
import { settingText } from '../setting-text.ts'
import { WarningCard } from './warning-card.tsx'

/** children: rows that lead to what can be deleted. Only the owner deletes for good. */
export function DiskFullCard({ device, children }: { device: Device; children: ReactNode }) {
  const words = useText(settingText)
  const common = useText(commonText)
  const [isOpen, setOpen] = useState(false)
  const disks = useQuery(storage(device)).data?.list ?? []
  const disk = disks.find(isFull)
  if (!disk || device.online !== 1) return null
  const free = words.free(sizeOf(disk.free))
  return (
    <WarningCard
      title={words.diskFull}
      caption={
        disks.length > 1 ? (
          <>
            {`${free} · `}
            <FolderPath path={disk.path} />
          </>
        ) : (
          free
        )
      }
    >
      {device.role === 'owner' && <Button onClick={() => setOpen(true)}>{words.makeRoom}</Button>}
      <Sheet isOpen={isOpen} onClose={() => setOpen(false)} title={words.makeRoom} closeLabel={common.close}>
        <div className={listStyles.list}>{children}</div>
      </Sheet>
    </WarningCard>
  )
}
