/** The terms and the privacy policy in full: for their own pages and for the sign-in's consent. */
import { both } from '../kit/lang.ts'
import type { Text } from '../ui/prose.tsx'

export const legalTextNames = ['terms', 'privacy'] as const
export type LegalTextName = (typeof legalTextNames)[number]

type Papers = Record<LegalTextName, Text & { title: string }>

const en: Papers = {
  terms: {
    title: 'Terms of service',
    opening:
      'Homeport is software for a home: it runs on a box or a server run by you or someone you trust. Whoever runs that server is called the operator here. These terms are between you and the operator. They apply to Homeport 2.7.0.',
    sections: [
      {
        title: '1. Your account',
        lines: [
          'The operator decides who may have an account here. Each account is for one person, and each member of a household needs their own.',
          'Keep your password and the codes that are sent to you to yourself. Anything done from your account counts as done by you until you sign out other devices or tell the operator.',
          'The Chinese and English services keep separate data. An account on one doesn’t work on the other.',
        ],
      },
      {
        title: '2. Your box',
        lines: [
          'The first person to pair a box is its owner. Others join with a new pairing code from the box. The owner can rename the box, change its settings and remove members. Members can see its downloads and films, add downloads and use the remote control.',
        ],
      },
      {
        title: '3. What you download and play',
        lines: [
          'Homeport downloads what you ask it to and plays what’s on your box. It doesn’t provide films or look for them.',
          'You are responsible for having the right to download, keep, share and show your content. While a torrent is running, your box uploads parts of it to others, as every torrent client does.',
        ],
      },
      {
        title: '4. What you write',
        lines: [
          'What you write and the pictures you add remain yours. You allow the operator to store and show them as needed to run Homeport.',
          'Please do not:',
        ],
        items: [
          'insult, threaten or deceive people, or share their private information;',
          'post anything illegal or that you have no right to post;',
          'advertise, spam, or use bots to follow or message people;',
          'try to access other people’s accounts, boxes or data, or disrupt the service.',
        ],
      },
      {
        title: '5. When rules are broken',
        lines: [
          'The operator may remove posts and close accounts that break these terms. You will be told why, unless the law forbids it, and can reply on the Feedback page.',
        ],
      },
      {
        title: '6. Ending your account',
        lines: [
          'You can delete your account at any time under Account security. You can undo this for seven days by signing in. After that your data is deleted. Files on your box aren’t affected. They’re yours.',
        ],
      },
      {
        title: '7. No warranty',
        lines: [
          'Homeport is free software under the MIT licence and is provided as is. Neither its authors nor the operator promise that it will always be available or free of faults. Keep backups of anything important. Your legal rights as a consumer aren’t affected.',
        ],
      },
      {
        title: '8. Changes',
        lines: [
          'If these terms change, the new ones are published on this page. If you don’t agree with them, you can export your data and delete your account.',
        ],
      },
    ],
  },
  privacy: {
    title: 'Privacy policy',
    opening:
      'Homeport stores only what it needs to work, on the server you use and nowhere else. There are no ads, no tracking and no visitor statistics. The server’s operator is responsible for your data.',
    sections: [
      {
        title: '1. What is stored on the server',
        items: [
          'Your account: username, nickname, and anything you add: picture, gender, birthday, region, mobile number, email, addresses and invoice titles.',
          'Your password, as an argon2id hash that can’t be reversed. Codes sent to you expire after five minutes and are also stored as a hash.',
          'Where you’re signed in: type of device, network address and time. You can see and end these sign-ins under Account security.',
          'Which boxes you’ve paired, and a copy of their download and film lists so that you can see them while the box is offline.',
          'What you’ve watched and how far, and your favourite films. Other members of the box can’t see this.',
          'People you follow or block, your messages and your posts.',
          'Feedback you send, with your contact address and screenshots. Only the operator can read it.',
        ],
      },
      {
        title: '2. What is stored on the box',
        lines: [
          'Your downloads and films, and the list of household members. If you delete your account, the files stay on the box and you’re removed from the household.',
        ],
      },
      {
        title: '3. What is stored in this browser',
        lines: [
          'Your sign-in, the current box, the lists and pictures you saw last, films you took along, anything you typed but didn’t send, and your language and appearance settings. Signing out removes all of it except the last two. The app doesn’t use cookies.',
        ],
      },
      {
        title: '4. Pictures',
        lines: [
          'Every picture you send is re-encoded. The location, time and camera data added by your phone are removed. The original isn’t kept.',
        ],
      },
      {
        title: '5. Who else gets data',
        items: [
          'Your data is never sold or used for advertising.',
          'To send a code, your mobile number or email is passed to the SMS gateway or mail server chosen by the operator.',
          'If you sign in with WeChat, the server asks WeChat to confirm who you are.',
          'Torrents: other computers in the swarm can see your box’s network address.',
          'The two language services don’t exchange data, except for what belongs to a box that you’ve paired with both.',
        ],
      },
      {
        title: '6. How long',
        items: [
          'Files being transferred between phone and box: 24 hours.',
          'Sign-ins: until they expire or you end them.',
          'Feedback: until the operator removes it, or your account is deleted.',
          'Your account: until you cancel it. After seven days all of it is deleted: no mobile number, email, name, picture or address is left. Posts are deleted or kept without your name, as you choose.',
          'Server logs contain no passwords, codes or page addresses.',
        ],
      },
      {
        title: '7. Your rights',
        lines: [
          'Under Account security you can see all your data and download it as a file. You can correct it in your profile and delete it by cancelling your account. For anything else, contact the operator on the Feedback page.',
        ],
      },
    ],
  },
}

const zh: Papers = {
  terms: {
    title: '用户协议',
    opening:
      'Homeport 是一款家用软件，运行在你自己或你信任的人所管理的盒子或服务器上。管理该服务器的人在下文称为「运营者」。本协议由你与运营者订立，随 Homeport 2.7.0 发布。',
    sections: [
      {
        title: '一、账号',
        lines: [
          '由运营者决定谁可以在此注册。一个账号供一个人使用，家庭成员请各自注册。',
          '请妥善保管密码和收到的验证码。在你退出其他设备的登录或告知运营者之前，以你的账号进行的操作视为你本人的操作。',
          'Homeport 的中文服务与英文服务数据相互独立，在一边注册的账号不能用于另一边。',
        ],
      },
      {
        title: '二、盒子',
        lines: [
          '最先绑定盒子的人是管理员，其他人凭盒子新显示的配对码加入成为成员。管理员可以重命名盒子、修改设置、移除成员；成员可以查看下载和影片、添加下载、使用遥控器。',
        ],
      },
      {
        title: '三、下载与播放',
        lines: [
          'Homeport 只下载你要求下载的内容，只播放你盒子里的文件。它本身不提供影片，也不替你寻找影片。',
          '你应当有权下载、保存、分享和播放你所处理的内容，并自行承担责任。与所有 BT 软件一样，任务进行时你的盒子会向他人上传其中的部分数据。',
        ],
      },
      {
        title: '四、你发布的内容',
        lines: ['你写的文字和上传的图片归你所有。你同意运营者在 Homeport 运行所需的范围内保存和展示它们。', '请不要：'],
        items: [
          '辱骂、威胁、欺骗他人，或泄露他人隐私；',
          '发布法律禁止或你无权发布的内容；',
          '发布广告、反复刷屏，或用程序批量关注、发送消息；',
          '试图获取他人的账号、盒子或数据，或干扰服务。',
        ],
      },
      {
        title: '五、违规处理',
        lines: ['对违反本协议的内容和账号，运营者可以删除或关闭。除法律禁止外，会告知你原因，你可以通过「意见反馈」申诉。'],
      },
      {
        title: '六、注销',
        lines: [
          '你可以随时在「账号与安全」中注销账号。七天内重新登录即可撤销，之后数据将被清除。盒子里的文件不受影响，它们属于你。',
        ],
      },
      {
        title: '七、免责声明',
        lines: [
          'Homeport 是以 MIT 许可证发布的自由软件，按现状提供。作者和运营者均不保证服务不中断或没有缺陷，重要数据请自行备份。法律赋予消费者的权利不受影响。',
        ],
      },
      { title: '八、变更', lines: ['协议如有变更，新版本将公布在本页。如不同意，可以导出自己的数据并注销账号。'] },
    ],
  },
  privacy: {
    title: '隐私政策',
    opening:
      'Homeport 只在你所使用的服务器上保存运行所必需的数据，别处不留。没有广告，没有跟踪，也不统计访客。服务器的运营者对你的数据负责。',
    sections: [
      {
        title: '一、服务器上保存的内容',
        items: [
          '账号：用户名、昵称，以及你自己填写的头像、性别、生日、地区、手机号、邮箱、收货地址和发票抬头。',
          '密码以 argon2id 散列保存，无法还原。发给你的验证码有效期五分钟，同样只保存散列。',
          '登录记录：设备类型、网络地址和时间。你可以在「账号与安全」中查看并退出。',
          '你绑定了哪些盒子，以及它们的下载和影片列表的副本，供盒子离线时查看。',
          '你看过什么、看到哪里，以及你最爱的影片。盒子的其他成员看不到。',
          '你关注和拉黑的人、你的消息，以及你发布的内容。',
          '你提交的反馈，包括联系邮箱和截图，只有运营者可以查看。',
        ],
      },
      {
        title: '二、盒子上保存的内容',
        lines: ['你的下载和影片，以及家庭成员名单。注销账号后盒子上的文件保留，成员名单中不再有你。'],
      },
      {
        title: '三、本浏览器保存的内容',
        lines: [
          '登录状态、当前盒子、最近看到的列表和图片、缓存的影片、已输入但未发送的内容，以及语言和外观设置。退出登录后，除语言和外观外全部清除。本 App 不使用 Cookie。',
        ],
      },
      { title: '四、图片', lines: ['你发送的每张图片都会重新编码，手机写入的位置、时间和相机信息全部去除，原图不保留。'] },
      {
        title: '五、向第三方提供',
        items: [
          '不会为金钱或广告向任何人提供你的数据。',
          '发送验证码时，你的手机号或邮箱会提交给运营者选定的短信网关或邮件服务器。',
          '使用微信登录时，服务器会向微信确认你的身份。',
          'BT 下载时，其他下载者可以看到你盒子的网络地址。',
          '中文服务与英文服务之间不交换数据；在两边都绑定的盒子，其自身的内容除外。',
        ],
      },
      {
        title: '六、保存期限',
        items: [
          '手机与盒子之间传送的文件：24 小时。',
          '登录状态：保留至到期或你退出登录。',
          '反馈：保留至运营者删除或你注销账号。',
          '账号：保留至你注销。注销七天后所有数据被清除，不再留有手机号、邮箱、姓名、头像和地址；帖子按你的选择删除或匿名保留。',
          '服务器日志不含密码、验证码和页面地址。',
        ],
      },
      {
        title: '七、你的权利',
        lines: [
          '你可以在「账号与安全」中查看并导出自己的全部数据，在个人资料中更正，通过注销账号清除。其他事宜请通过「意见反馈」联系运营者。',
        ],
      },
    ],
  },
}

export const legalTexts = both({ en, zh })
