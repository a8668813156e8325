CREATE TABLE "forecast_claims" (
	"tenant_id" uuid PRIMARY KEY NOT NULL,
	"claimed_by" uuid NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "forecast_claims" ADD CONSTRAINT "forecast_claims_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;