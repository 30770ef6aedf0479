import { Link } from '@site/shared/router';
import { micora, site } from '@site/shared/site';
import { EmailLink } from '@site/shared/ui/EmailLink';
import { Points } from '../../ui/Points';
import { ContactDetails, LegalPage, LegalSection } from './LegalPage';

const { company } = site;

const summary = [
  `You must be 13 or older to use ${micora.name}.`,
  'What you save remains yours. You let us keep it and show it to you and your partner, and nothing more.',
  'We give you 30 days’ notice before the price of a subscription changes, and 30 days’ notice before we discontinue the service.',
  'UK law applies, and the courts of England and Wales decide disputes.',
];

export function TermsPage() {
  return (
    <LegalPage
      title="Terms of service"
      lead={`The agreement between you and ${company.name} about the use of ${micora.name}, the memory app for couples.`}
      summary={summary}
    >
      <LegalSection id="agreement" title="This agreement">
        <p>
          These terms are a contract between you and {company.name} (“we”, “us”) about your use of the{' '}
          {micora.name} app and the pages about it on this website (together “{micora.name}” or “the
          service”).
        </p>
        <p>
          You accept them when you create an account or use the app. If you don’t agree with them, please
          don’t use it. How we handle personal data is explained in our{' '}
          <Link to="/micora/privacy-policy">privacy policy</Link>.
        </p>
      </LegalSection>
      <LegalSection id="who-may-use" title={`Who may use ${micora.name}`}>
        <p>
          You must be 13 or older. If you are under 18, you need the permission of a parent or guardian, who
          should read these terms with you.
        </p>
        <p>You must not use {micora.name} if we have closed an account of yours for breaking these terms.</p>
      </LegalSection>
      <LegalSection id="account" title="Your account">
        <ul>
          <li>One account is for one person. Please give an email address that is yours, and confirm it.</li>
          <li>Keep your password to yourself. You’re responsible for what is done with your account.</li>
          <li>
            Tell us at once if you believe that someone else uses it:{' '}
            <EmailLink address={micora.supportEmail} />.
          </li>
          <li>Keep your email address up to date. It is how we reach you about the service.</li>
        </ul>
      </LegalSection>
      <LegalSection id="partner" title="You and your partner">
        <p>
          {micora.name} links two accounts, once both people agree to it. From then on, each of you can see
          what the other one saves in the shared space, and can keep a copy of it.
        </p>
        <p>
          Either of you can end the link at any time, for any reason. From then on nothing new is shared. Each
          of you keeps what you added yourself. What happens between the two of you, on or off the app, is
          between the two of you.
        </p>
      </LegalSection>
      <LegalSection id="your-content" title="Your content">
        <p>
          The photographs, texts and dates that you save remain yours. You give us permission to store, copy,
          resize and transmit them, for as long as they’re in the service, and only to run it for you and your
          partner. We don’t use them for advertising, or to train software.
        </p>
        <p>
          You confirm that you may save what you save: that you took the picture, or that whoever did has
          agreed, and that the people in it would not object.
        </p>
        <p>
          We make backup copies, but {micora.name} shouldn’t be the only place for things you can’t bear to
          lose. You can export your memories from the settings of the app.
        </p>
      </LegalSection>
      <LegalSection id="acceptable-use" title="Acceptable use">
        <p>Please be kind. You must not use {micora.name}</p>
        <ul>
          <li>to break the law, or to save or share anything that it’s illegal to have,</li>
          <li>to harass, threaten, control or spy on another person, your partner included,</li>
          <li>to save intimate pictures of anyone who has not agreed to it, or of anyone under 18,</li>
          <li>to get into another person’s account, or to pretend to be someone else,</li>
          <li>to spread harmful software, to overload the service or to get around its protection,</li>
          <li>to copy the app, take it apart or resell it, except where the law allows it.</li>
        </ul>
      </LegalSection>
      <LegalSection id="subscriptions" title="Subscriptions and prices">
        <p>
          Parts of {micora.name} are free, others need a subscription. What it contains and what it costs is
          shown before you buy.
        </p>
        <Points
          of={{
            Payment:
              'is made through the app store from which you installed the app, and its terms apply to it.',
            Renewal:
              'a subscription renews itself at the end of each period unless you cancel it before then, in the settings of the app store. You keep what you paid for until the period ends. Deleting the app or your account doesn’t cancel a subscription.',
            'Changes of price':
              'we give you 30 days’ notice before the price of your subscription changes. The new price applies from the first renewal after that, and you may cancel before it does.',
            Refunds:
              'are handled by the app store. Your legal rights, among them the right to cancel within 14 days where it applies, are not affected.',
          }}
        />
      </LegalSection>
      <LegalSection id="changes-to-the-service" title="Changes to the service, and its end">
        <p>
          We improve {micora.name} all the time. A feature may change or go for a good reason: the law,
          security, or because hardly anyone uses it. If a change takes away something important that you pay
          for, you may end your subscription, and the unused part of what you have paid is refunded.
        </p>
        <p>
          If we decide to discontinue the service altogether, we give you 30 days’ notice, in the app and by
          email. During that time you can export your memories. After it your data is deleted, and the unused
          part of what you have paid for is refunded.
        </p>
      </LegalSection>
      <LegalSection id="ending" title="Ending your account">
        <p>
          You can leave at any time: <Link to="/micora/delete">ask us to delete your account</Link>. Account
          and data are then permanently deleted within 30 days. This cannot be undone, so we ask the email
          address of the account first, and delete nothing if it does not confirm.
        </p>
        <p>
          We may suspend or close an account that breaks these terms in a serious way, or again and again. We
          tell you why, and you may object. Where nobody is in danger and the law permits it, we warn you
          first, and give you time to export your content.
        </p>
      </LegalSection>
      <LegalSection id="our-rights" title="Our rights">
        <p>
          The app, its design, its name and its mark belong to {company.name}. For as long as these terms
          apply you may use them on your own devices, for yourself, not commercially. If you send us an idea
          for the app, we may use it without owing you anything.
        </p>
      </LegalSection>
      <LegalSection id="third-party-services" title="Third-party services">
        <p>
          {micora.name} relies on services of others, such as app stores and the notification services of
          devices. Their own terms apply to them. The makers of app stores are not part of this contract, and
          owe you no support for the app.
        </p>
      </LegalSection>
      <LegalSection id="availability" title="Availability">
        <p>
          We run {micora.name} with reasonable care and skill. We can’t promise that it’s never interrupted or
          free of every error: networks fail, and maintenance takes time. Reminders are a help, not a
          guarantee. Please don’t rely on them for anything that could put someone at risk.
        </p>
      </LegalSection>
      <LegalSection id="liability" title="Our responsibility to you">
        <p>
          Nothing in these terms limits our liability for death or personal injury caused by our negligence,
          for fraud, or for anything else for which the law does not allow a limit. Nor do they take away
          rights that you have as a consumer, for example that digital content must be of satisfactory
          quality, fit for its purpose and as described.
        </p>
        <p>
          Otherwise we are responsible for loss that you suffer because we broke this contract or did not use
          reasonable care, if it was foreseeable when the contract was made. We are not responsible for events
          outside our control, nor for business losses: {micora.name} is for private use. If a defect in the
          app damages your device or other digital content because we did not use reasonable care, we repair
          the damage or pay for it.
        </p>
      </LegalSection>
      <LegalSection id="changes-to-these-terms" title="Changes to these terms">
        <p>
          We may change these terms to reflect changes in the service or in the law. We then publish the new
          text here with a new date and a new version number, and tell you in the app or by email before a
          change that matters takes effect. If you don’t agree with it, you may close your account. If you
          keep using {micora.name} after that, the new terms apply.
        </p>
      </LegalSection>
      <LegalSection id="law" title="Governing law and courts">
        <p>
          These terms are governed by UK law, the law of England and Wales. Disputes are decided by the courts
          of England and Wales.
        </p>
        <p>
          As a consumer you may also rely on the mandatory law of the place where you live, and if you live in
          Scotland or Northern Ireland you may go to the courts there. Please write to us first: most things
          can be settled without a court.
        </p>
      </LegalSection>
      <LegalSection id="general" title="General">
        <ul>
          <li>If a court finds that a part of these terms doesn’t apply, the rest still does.</li>
          <li>If we don’t insist on a right at once, we may still do so later.</li>
          <li>
            We may pass this contract to another company if that doesn’t make things worse for you, and we’ll
            tell you if we do. You may not pass your account on to anyone else.
          </li>
          <li>Only you and we have rights under this contract.</li>
        </ul>
      </LegalSection>
      <LegalSection id="contact" title="Contact">
        <p>Questions about these terms go to:</p>
        <ContactDetails />
      </LegalSection>
    </LegalPage>
  );
}
