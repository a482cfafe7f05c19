-- A login that may only read what the profile reads. Put in a password, and the name of the company database.
USE master;
CREATE LOGIN middleware WITH PASSWORD = 'a long password', CHECK_POLICY = ON;
GO
USE CompanyDatabase;
CREATE USER middleware FOR LOGIN middleware;
-- Customers, prices and items
GRANT SELECT ON dbo.SLCustomerAccount TO middleware;
GRANT SELECT ON dbo.SLCustomerLocation TO middleware;
GRANT SELECT ON dbo.CustDeliveryAddress TO middleware;
GRANT SELECT ON dbo.SLCustomerContact TO middleware;
GRANT SELECT ON dbo.SLCustomerContactRole TO middleware;
GRANT SELECT ON dbo.SLCustomerContactValue TO middleware;
GRANT SELECT ON dbo.SYSContactType TO middleware;
GRANT SELECT ON dbo.SYSTraderContactRole TO middleware;
GRANT SELECT ON dbo.SYSCurrency TO middleware;
GRANT SELECT ON dbo.SYSCurrencyISOCode TO middleware;
GRANT SELECT ON dbo.StockItem TO middleware;
GRANT SELECT ON dbo.StockItemPrice TO middleware;
GRANT SELECT ON dbo.PriceBand TO middleware;
GRANT SELECT ON dbo.PriceBandType TO middleware;
GRANT SELECT ON dbo.SLCustomerPriceMapping TO middleware;
GRANT SELECT ON dbo.PriceBookSetting TO middleware;
GRANT SELECT ON dbo.CustStockItemDiscount TO middleware;
GRANT SELECT ON dbo.StockItemDiscount TO middleware;
GRANT SELECT ON dbo.StockItemQtyDiscBreak TO middleware;
GRANT SELECT ON dbo.DiscountType TO middleware;
GRANT SELECT ON dbo.CustProdGroupDiscount TO middleware;
GRANT SELECT ON dbo.ProductGroupDiscount TO middleware;
GRANT SELECT ON dbo.ProdGroupQtyDiscBreak TO middleware;
-- Orders and their invoices
GRANT SELECT ON dbo.SOPOrderReturn TO middleware;
GRANT SELECT ON dbo.SOPOrderReturnLine TO middleware;
GRANT SELECT ON dbo.SOPOrderReturnArch TO middleware;
GRANT SELECT ON dbo.SOPOrderReturnLineArch TO middleware;
GRANT SELECT ON dbo.SOPInvoiceCredit TO middleware;
GRANT SELECT ON dbo.SOPInvoiceCreditLine TO middleware;
GRANT SELECT ON dbo.SOPInvoiceCreditArch TO middleware;
GRANT SELECT ON dbo.SOPInvCreditLineArch TO middleware;
-- The sales ledger
GRANT SELECT ON dbo.SLSetting TO middleware;
GRANT SELECT ON dbo.SLPostedCustomerTran TO middleware;
GRANT SELECT ON dbo.SLHistoricalCustomerTran TO middleware;
GRANT SELECT ON dbo.SLAllocationHeader TO middleware;
GRANT SELECT ON dbo.SLAllocationTran TO middleware;
GRANT SELECT ON dbo.SYSTraderTranType TO middleware;
-- What is looked up before something is written
GRANT SELECT ON dbo.Warehouse TO middleware;
GRANT SELECT ON dbo.WarehouseItem TO middleware;
GRANT SELECT ON dbo.CBAccount TO middleware;
