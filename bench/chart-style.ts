/** The classes of a chart's lines. */
export type Colour = 'grey' | 'violet' | 'blue' | 'green' | 'orange' | 'teal' | 'pink';

/** Both themes: GitHub shows an SVG by the reader's. */
export const STYLE = `
text{font:13px system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;fill:#24292f}
.title{font-size:16px;font-weight:600}
.grid{stroke:#8b949e;stroke-opacity:.35}
.line{fill:none!important;stroke-width:2.5}
text{stroke:none!important}
.grey{stroke:#6e7781;fill:#6e7781}.blue{stroke:#0969da;fill:#0969da}
.green{stroke:#1a7f37;fill:#1a7f37}.orange{stroke:#bc4c00;fill:#bc4c00}
.violet{stroke:#8250df;fill:#8250df}.teal{stroke:#1b7c83;fill:#1b7c83}
.pink{stroke:#bf3989;fill:#bf3989}
@media(prefers-color-scheme:dark){text{fill:#e6edf3}
.grey{stroke:#9198a1;fill:#9198a1}.blue{stroke:#4493f8;fill:#4493f8}
.green{stroke:#3fb950;fill:#3fb950}.orange{stroke:#f0883e;fill:#f0883e}
.violet{stroke:#a371f7;fill:#a371f7}.teal{stroke:#39c5cf;fill:#39c5cf}
.pink{stroke:#db61a2;fill:#db61a2}}
`;
