/** Words of the setting of the program that fetches torrents. */
import type { TorrentProgramChoice, TorrentProgramKind } from '@homeport/contract/download/torrent-program.ts'
import { both } from '../../kit/lang.ts'

export const programText = both({
  en: {
    title: 'Torrents',
    program: 'Torrent program',
    names: { aria2: 'aria2', qbittorrent: 'qBittorrent', transmission: 'Transmission' } satisfies Record<
      TorrentProgramKind,
      string
    >,
    choices: { aria2: 'aria2', own: 'Your own program' } satisfies Record<TorrentProgramChoice, string>,
    abouts: {
      aria2: 'Comes with the box',
      own: 'qBittorrent (4.5 or later) or Transmission (3.00 or later)',
    } satisfies Record<TorrentProgramChoice, string>,
    works: 'Fetches the torrents of this box',
    away: 'Doesn’t answer. Torrents wait until it does.',
    refused: 'No longer accepts the password. Torrents wait.',
    none: 'None here. Torrents can’t be downloaded.',
    how: 'It runs on the same machine as the box, and may write to its download folders. Enter the address of its web page: the box finds out which program it is. All downloads stay; what it already has appears among them.',
    address: 'Address',
    user: 'Username',
    password: 'Password',
    kept: 'Leave blank to keep the password',
    use: 'Try and use it',
    useAria2: 'Use aria2',
    used: 'It fetches the torrents now',
  },
  zh: {
    title: 'BT 下载',
    program: 'BT 程序',
    names: { aria2: 'aria2', qbittorrent: 'qBittorrent', transmission: 'Transmission' },
    choices: { aria2: 'aria2', own: '自己的程序' },
    abouts: { aria2: '盒子自带', own: 'qBittorrent（4.5 或更高版本）或 Transmission（3.00 或更高版本）' },
    works: '负责本盒子的 BT 下载',
    away: '没有响应，BT 任务等它恢复后继续',
    refused: '不再接受密码，BT 任务等待中',
    none: '没有可用的程序，无法下载 BT',
    how: '程序须与盒子在同一台机器上，并可写入下载目录。请填写其网页地址，盒子会自动识别是哪个程序。所有任务都会保留，程序里已有的任务也会显示在列表中。',
    address: '地址',
    user: '用户名',
    password: '密码',
    kept: '留空则沿用原密码',
    use: '测试并使用',
    useAria2: '使用 aria2',
    used: '已改由它下载',
  },
})
