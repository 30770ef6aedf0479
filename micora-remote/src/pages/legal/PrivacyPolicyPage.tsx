import { Link } from '@site/shared/router';
import { micora, site } from '@site/shared/site';
import { EmailLink } from '@site/shared/ui/EmailLink';
import { Points } from '../../ui/Points';
import { ContactDetails, LegalPage, LegalSection } from './LegalPage';

const { company } = site;

const summary = [
  'What you save belongs to you. You share it with one person: the partner you invite.',
  'We collect what the app needs to work. We show no advertising and we never sell your data.',
  `${micora.name} is for people who are 13 or older.`,
  'You can have your account and your data deleted. We ask your account’s own address first, and do it within 30 days.',
];

export function PrivacyPolicyPage() {
  return (
    <LegalPage
      title="Privacy policy"
      lead={`How ${company.name} handles your personal data when you use the ${micora.name} app and its pages on this website.`}
      summary={summary}
    >
      <LegalSection id="who-we-are" title="Who we are">
        <p>
          {micora.name} is a memory app for couples, made and run by {company.name} (“we”, “us”). For the
          purposes of the UK General Data Protection Regulation and the Data Protection Act 2018 we are the
          controller of the personal data described here: we decide why and how it is used, and we answer for
          it.
        </p>
        <p>
          This policy covers the {micora.name} app and the pages about it on this website. To reach us, see{' '}
          <a href="#contact">Contact</a>.
        </p>
      </LegalSection>
      <LegalSection id="data-we-collect" title="The data we collect">
        <h3>What you give us</h3>
        <Points
          of={{
            'Account data':
              'your email address, the name you choose to show, your password in a form that can’t be turned back into the password, and a profile picture if you add one.',
            'Your content':
              'the dates, photographs, captions, journal entries, reminders and anniversaries that you save.',
            'Messages to us': (
              <>
                what you write to support, and what you enter into the form for{' '}
                <Link to="/micora/delete">deleting your account</Link>: a contact email address, the email
                address of the account and, if you like, a reason.
              </>
            ),
          }}
        />
        <h3>What is created when you use the app</h3>
        <Points
          of={{
            'The link between two accounts': 'who you’ve invited, and when you were linked.',
            'Device and connection data':
              'the type of device, its operating system, its language and time zone, the version of the app, the IP address of a request, and an identifier that lets us send notifications to the device if you allow them.',
            'Error reports':
              'what went wrong and in which part of the app. They contain none of your photographs and none of your texts.',
            'Subscription data':
              'which subscription you have and until when. The app store tells us; it doesn’t give us your card number.',
          }}
        />
        <h3>What we do not collect</h3>
        <p>
          We don’t read your contacts, we don’t record where you are, and we don’t follow you in other apps or
          on other websites. Please don’t save anything in the shared space that you wouldn’t want your
          partner to see.
        </p>
      </LegalSection>
      <LegalSection id="how-we-use-data" title="How we use it, and on what legal basis">
        <Points
          of={{
            'To provide the app':
              'to keep your content, to bring it to your devices and to your partner, to remind you, and to check that an email address is yours. The basis is our contract with you.',
            'To keep it safe and working':
              'to find errors, to prevent misuse, and to make backup copies. The basis is our legitimate interest in a reliable service, which is yours too.',
            'To answer you':
              'when you write to support or ask for something. The basis is our contract with you or, where you ask about your rights, our legal obligation.',
            'To send notifications and to use your camera or photographs':
              'only if you allow it on your device. The basis is your consent, which you can withdraw at any time.',
            'To meet the law': 'for example to keep records for tax. The basis is our legal obligation.',
          }}
        />
        <p>
          We show no advertising, we don’t build profiles of you for others, and no decision about you is made
          by a machine alone. Nobody at {company.name} looks at your content unless you ask us to help you
          with it, or the law requires it.
        </p>
      </LegalSection>
      <LegalSection id="sharing" title="Sharing">
        <p>We never sell personal data. We share it only in these cases:</p>
        <Points
          of={{
            'With your partner':
              'what you save in the space that the two of you share. Journal entries that you mark as your own stay with you.',
            'With companies that work for us': (
              <>
                see <a href="#third-party-services">Third-party services</a>. By contract they may use the
                data only for our purposes.
              </>
            ),
            'When the law demands it':
              'if a court or an authority has the right to ask. We check each request and disclose no more than we must.',
            'If the business changes hands': `your data may pass to whoever takes over ${micora.name}, who then has to keep to this policy. We tell you beforehand.`,
          }}
        />
      </LegalSection>
      <LegalSection id="permissions" title="Permissions on your device">
        <p>The app asks for a permission when it first needs it. It works without those you refuse.</p>
        <Points
          of={{
            Photographs:
              'to add the pictures that you choose. The app sees those and no others, where your device allows for that.',
            Camera: 'to take a picture from within the app.',
            Notifications: 'for reminders, and to tell you that your partner has added something.',
            'Network access': 'to keep your devices in step with each other.',
          }}
        />
        <p>You can change your mind about each of them in the settings of your device at any time.</p>
      </LegalSection>
      <LegalSection id="security" title="Security">
        <p>
          Data travels between the app and our servers over encrypted connections and is stored encrypted.
          Passwords are kept only as salted hashes. Few people at {company.name} can reach the servers, each
          of them by an account of their own with a second factor, and what they do there is recorded.
        </p>
        <p>
          No system is perfectly secure. If a breach puts your rights at risk, we tell the supervisory
          authority within 72 hours of finding out, and we tell you without undue delay. You help by choosing
          a password that you use nowhere else, and by locking your phone.
        </p>
      </LegalSection>
      <LegalSection id="where-data-is-kept" title="Where your data is kept">
        <p>
          We keep personal data in the United Kingdom and in the European Economic Area. If a company that
          works for us has to handle data elsewhere, we make sure that the data is protected as it would be
          here: by a decision of the UK government that the country’s law is adequate, or by the international
          data transfer agreement that UK law provides for. Ask us for a copy.
        </p>
      </LegalSection>
      <LegalSection id="how-long" title="How long we keep it">
        <Points
          of={{
            'Account and content':
              'for as long as you have an account. After you ask us to delete it, account and data are permanently deleted within 30 days, from backup copies too. Before that, we ask the email address of the account itself. If it does not confirm, nothing is deleted.',
            'Error reports and connection data': 'for up to 90 days.',
            'Messages to support': 'for up to two years after the matter is closed.',
            'Records of payments': 'for six years, as UK tax law asks.',
          }}
        />
        <p>
          How to ask for it, how to stop it and what to do first is on the page{' '}
          <Link to="/micora/delete">Delete your account</Link>.
        </p>
      </LegalSection>
      <LegalSection id="your-rights" title="Your rights">
        <p>UK data protection law gives you the right</p>
        <ul>
          <li>to know what personal data we hold about you, and to get a copy of it,</li>
          <li>to have what is wrong corrected,</li>
          <li>to have your data deleted,</li>
          <li>to take your data with you, in a form that a machine can read,</li>
          <li>to have its use restricted, or to object to a use that rests on our legitimate interest,</li>
          <li>to withdraw your consent, which leaves what was done before lawful.</li>
        </ul>
        <p>
          Write to <EmailLink address={micora.supportEmail} /> from the email address of your account, so that
          we know it is you. We answer within one month, and it costs nothing.
        </p>
        <p>
          You may complain to the Information Commissioner’s Office, which supervises data protection in the
          United Kingdom. We’d be glad to hear from you first.
        </p>
      </LegalSection>
      <LegalSection id="children" title="Children">
        <p>
          {micora.name} is for people who are 13 or older. We don’t knowingly collect data from anyone
          younger. If you believe that a child under 13 has an account, please tell us: we’ll close it and
          delete its data. If you are under 18, please talk to a parent or guardian before you use the app.
        </p>
      </LegalSection>
      <LegalSection id="third-party-services" title="Third-party services">
        <p>These kinds of companies handle data for us:</p>
        <Points
          of={{
            Hosting: 'keeps our servers, the data on them and the backup copies.',
            'Email delivery': 'sends the messages that confirm an address or answer a request.',
            'Notification services of the device’s maker': 'bring a notification to your phone.',
            'Error reporting': 'collects the reports described above.',
          }}
        />
        <p>
          The app store through which you install {micora.name} and pay for a subscription acts for itself,
          under its own privacy policy. So does every website that we link to.
        </p>
      </LegalSection>
      <LegalSection id="website" title={`The ${micora.name} pages on this website`}>
        <p>
          These pages set no cookies for advertising or statistics and load nothing from other companies. What
          you type into a form stays in your own browser, in the tab that you typed it in, until you send it
          or close the tab.
        </p>
        <p>
          The page that opens when you confirm your email address only hands the values in its link to the app
          on your device. It sends them nowhere else, and takes them out of the address bar.
        </p>
      </LegalSection>
      <LegalSection id="changes" title="Changes to this policy">
        <p>
          When the app or the law changes, this policy may have to change too. We’ll then publish the new text
          here with a new date and a new version number. If a change matters to you, we also tell you in the
          app or by email before it takes effect, and we ask you where the law wants us to.
        </p>
      </LegalSection>
      <LegalSection id="contact" title="Contact">
        <p>Questions about this policy or about your data go to:</p>
        <ContactDetails />
      </LegalSection>
    </LegalPage>
  );
}
