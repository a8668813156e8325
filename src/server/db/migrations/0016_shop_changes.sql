CREATE TABLE "shop_changes" (
	"tenant_id" uuid NOT NULL,
	"number" bigint NOT NULL,
	"project_ids" uuid[] NOT NULL,
	"whole" boolean NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shop_changes_tenant_id_number_pk" PRIMARY KEY("tenant_id","number")
);
--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "change_number" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shop_changes" ADD CONSTRAINT "shop_changes_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;