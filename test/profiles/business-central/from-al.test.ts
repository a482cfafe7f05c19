/** Descriptions from AL source, by a small app whose code has what the script must not trip over. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { describeApi } from '../../../profiles/business-central/description/al/api.ts';
import { Checkout } from '../../../profiles/business-central/description/al/checkout.ts';
import { describeWebServices } from '../../../profiles/business-central/description/al/web-services.ts';

const files: Readonly<Record<string, string>> = {
  'src/Apps/W1/APIV2/app/src/pages/APIV2Orders.Page.al': `namespace Microsoft.API.V2;
page 1 "APIV2 - Orders"
{
    EntityName = 'order';
    EntitySetName = 'orders';
    ODataKeyFields = SystemId;
    SourceTable = "Order";
    DeleteAllowed = false;
    layout
    {
        area(content)
        {
            field(id; Rec.SystemId) { Editable = false; }
            field("code"; Rec."No.")
            {
                Caption = 'No. ''{'''; // a brace }
                trigger OnValidate()
                begin
                    case Rec.Status of
                        Rec.Status::End:
                            begin
                            end;
                    end;
                end;
            }
            field(status; Rec.Status) { }
            field(total; Rec.Total) { }
            field(name; NameTxt) { }
            field(kind; GetKind()) { }
            part(lines; "APIV2 - Order Lines") { EntitySetName = 'orderLines'; EntityName = 'orderLine'; }
            part(detail; "APIV2 - Order Lines") { Multiplicity = ZeroOrOne; EntitySetName = 'details'; EntityName = 'detail'; }
        }
    }
    var
        NameTxt, OtherTxt: Text[30];
        ErrorErr: Label 'It''s an error: %1;', Comment = '%1';

    [ServiceEnabled]
    procedure ShipAll(var ActionContext: WebServiceActionContext)
    begin
    end;

    local procedure GetKind(): Option A,B
    begin
    end;
}`,
  'src/Apps/W1/APIV2/app/src/pages/APIV2OrderLines.Page.al': `page 2 "APIV2 - Order Lines"
{
    EntityName = 'orderLine'; EntitySetName = 'orderLines'; ODataKeyFields = Id; SourceTable = "Order Line";
    layout { area(content) { field(id; Rec.Id) { } } }
}`,
  'src/Layers/W1/BaseApp/Order.Table.al': `table 1 "Order"
{
    fields
    {
        field(1; "No."; Code[20]) { }
        field(2; "Line No."; Integer) { }
        field(3; Status; Enum "Order Status") { Editable = false; }
        field(4; Total; Decimal)
        {
            CalcFormula = sum("Order Line".Amount where("No." = field("No."), Day = field(upperlimit("Date Filter"))));
            FieldClass = FlowField;
        }
        field(5; "Date Filter"; Date) { FieldClass = FlowFilter; }
#if not CLEAN28
        field(6; "Old %"; Boolean) { ObsoleteState = Pending; }
#else
        field(6; "Old %"; Integer) { }
#endif
        field(7; Size; Option) { OptionMembers = " ","Very Small"; OptionCaption = ' ,Tiny'; }
    }
    keys { key(Key1; "No.", "Line No.") { Clustered = true; } }
}`,
  'src/Layers/W1/BaseApp/OrderLine.Table.al':
    'table 2 "Order Line" { fields { field(1; Id; Guid) { } field(2; Amount; Decimal) { } } keys { key(K; Id) { } } }',
  'src/Layers/W1/BaseApp/OrderStatus.Enum.al': `enum 1 "Order Status" { Extensible = true; value(0; " ") { Caption = ' '; } value(1; "Non-Open") { Caption = 'Closed'; } }`,
  'src/Layers/W1/BaseApp/OrderStatusExt.EnumExt.al': `enumextension 2 "More" extends "Order Status" { value(9; Lost) { } }`,
  'src/Layers/W1/BaseApp/OrderList.Page.al': `page 3 "Order List"
{
    SourceTable = "Order";
    layout
    {
        area(content) { repeater(Group) { field("No."; Rec."No.") { } field("Old %"; Rec."Old %") { } field(Total; Rec.Total) { } field(Size; Rec.Size) { } } }
        area(factboxes) { field(Hidden; Rec.Status) { } }
    }
}`,
  'src/Layers/W1/BaseApp/OrderListExt.PageExt.al': `pageextension 4 "Order List Ext" extends "Order List"
{
    layout { addafter("No.") { field("Status_ (New)"; Rec.Status) { Editable = true; } } }
}`,
};

function checkout(): Checkout {
  const folder = mkdtempSync(join(tmpdir(), 'engine-al-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return new Checkout(folder);
}

const text = (name: string, maxLength?: number) => ({
  name,
  type: 'Edm.String',
  isComputed: false,
  ...(maxLength === undefined ? {} : { maxLength }),
});

it('describes sets of the API with their parts, enums and actions', () => {
  const { types, sets, enums, actions } = describeApi(checkout(), ['orders']);
  expect(types.map(({ name }) => name)).toEqual(['company', 'order', 'orderLine']);
  expect(types[1]).toEqual({
    name: 'order',
    keys: ['id'],
    properties: [
      { name: 'id', type: 'Edm.Guid', isComputed: true },
      text('code', 20),
      { name: 'status', type: 'Microsoft.NAV.orderStatus', isComputed: true },
      { name: 'total', type: 'Edm.Decimal', isComputed: false },
      text('name', 30),
      { name: 'kind', type: 'Edm.String', isComputed: true, values: [{ value: 'A' }, { value: 'B' }] },
    ],
    navigations: [
      { name: 'orderLines', type: 'orderLine', isMany: true },
      { name: 'detail', type: 'orderLine', isMany: false },
    ],
  });
  expect(sets.map(({ name, restrictions }) => [name, restrictions])).toEqual([
    ['companies', ['insert', 'update', 'delete']],
    ['orders', ['delete']],
    ['orderLines', []],
  ]);
  expect([...enums]).toEqual([
    [
      'orderStatus',
      [
        [0, '_x0020_'],
        [1, 'Non_x002D_Open'],
        [9, 'Lost'],
      ],
    ],
  ]);
  expect(actions).toEqual([{ name: 'shipAll', boundTo: 'order' }]);
  expect(() => describeApi(checkout(), ['order'])).toThrow('0 pages have the set order');
});

it('describes published pages with hidden keys, filters and columns of extensions', () => {
  const { types } = describeWebServices(checkout(), { Orders: 'Order List' });
  const spelled = (value: string, symbolicName: string) => ({ value, symbolicName });
  expect(types).toEqual([
    {
      name: 'Orders',
      keys: ['No', 'Line_No'],
      properties: [
        { name: 'Line_No', type: 'Edm.Int32', isComputed: false },
        text('No', 20),
        { name: 'Old_Percent', type: 'Edm.Boolean', isComputed: false },
        { name: 'Total', type: 'Edm.Decimal', isComputed: false },
        {
          ...text('Size'),
          values: [
            spelled(' ', '_x0020_'),
            spelled('_x0020_', '_x0020_'),
            spelled('Tiny', 'Very_x0020_Small'),
            spelled('Very_x0020_Small', 'Very_x0020_Small'),
          ],
        },
        {
          ...text('Status_New'),
          values: [
            spelled(' ', '_x0020_'),
            spelled('_x0020_', '_x0020_'),
            spelled('Closed', 'Non_x002D_Open'),
            spelled('Non_x002D_Open', 'Non_x002D_Open'),
            { value: 'Lost' },
          ],
        },
        { name: 'Date_Filter', type: 'Edm.String', isComputed: true },
      ],
      navigations: [],
    },
  ]);
});
