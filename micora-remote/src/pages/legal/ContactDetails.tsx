import { site } from '@site/shared/site';

/** Who answers for the app, and how to write to them. */
export function ContactDetails() {
  const { company, micora } = site;
  return (
    <address>
      <p>
        {company.name}
        {company.address.map((line) => (
          <span key={line}>
            <br />
            {line}
          </span>
        ))}
      </p>
      <p>
        About the app: <a href={`mailto:${micora.supportEmail}`}>{micora.supportEmail}</a>
        <br />
        About the company: <a href={`mailto:${company.email}`}>{company.email}</a>
      </p>
    </address>
  );
}
